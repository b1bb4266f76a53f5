#include "view/lesson/stage_words.h"

#include <algorithm>
#include <array>

#include "config/field_table.h"
#include "config/limits.h"

namespace bandscope::view {
namespace {

using config::Config;
using config::Stage;

/// By Stage.
constexpr std::array<std::string_view, config::kStageCount> kTexts = {
    "Every token's row meets the same table of weights. Out comes a row three times as wide: what the token asks (Q), "
    "what it can be asked for (K), and what it gives (V). The weights stay behind in their table; only sums travel "
    "on.",
    "Scissors, and no arithmetic. The first C numbers of the wide row are Q, the next C are K, the last C are V. They "
    "stay where they are: three labels now point into one row.",
    "A divider after every D numbers makes H short rows of each long one. Nothing is computed and nothing moves: the "
    "same strip is now read as tokens, heads, numbers.",
    "A head works alone, over all tokens at once. So the shelf that is opened first becomes the head, and its tokens "
    "come after. Two strides trade places. No grid turns, and no number is copied.",
    "Inside one head, K's grid is laid on its side: a token was a row and is now a column. Code spells this flip as "
    "it "
    "spells the other one, transpose. It is needed because a product takes rows from the left and columns from the "
    "right.",
    "A row of Q meets a column of the turned K: multiply in pairs, add up. That is one number for each query and key. "
    "The width D is used up in the sum; what is left is tokens by tokens.",
    "A sum of D products spreads as √D does. Dividing by √D holds the spread still, so that a wide head does not hand "
    "everything to one key.",
    "Two tests decide, and no number: the key is not after its query, and it is at most W − 1 tokens back. The query "
    "counts itself, so W = 1 keeps nothing else.",
    "Struck scores become minus infinity before any share is made. e to that power is exactly 0: a struck key takes "
    "nothing, and those that are kept still share out one whole.",
    "Along one row, over its keys: raise e to each score, then divide by the row's total. Every score becomes a "
    "share, "
    "and the row adds to one.",
    "Only now V is read. A query's new row is the sum of its keys' values, each times its share. Tokens by tokens "
    "meets tokens by D, and the width is D again.",
    "The heads are shelved back by token, copied once into one solid block, and the divider is pulled out. Each token "
    "has one row of C numbers again, a part from every head.",
    "A last shared table mixes what the heads brought. The row is as wide as it came in, so that the next layer can "
    "begin where this one ends.",
};

std::string number(int value) { return std::to_string(value); }

}  // namespace

StageWords stage_words(Stage stage) {
  const auto index = static_cast<std::size_t>(stage);
  return {config::find_field("stage")->choices[index], kTexts[index]};
}

Try stage_try(Stage stage, const Config& c) {
  const config::Pick pick = config::effective_pick(c);
  const int head = std::clamp(c.head, 0, c.heads - 1);
  switch (stage) {
    case Stage::kProject:
      if (c.source() != config::Source::kExample) return {"Draw other numbers", "seed=" + std::to_string(c.seed + 1U)};
      return c.example == config::Example::kNolan ? Try{"The other pour", "example=shapes"}
                                                  : Try{"A pour of four", "example=nolan"};
    case Stage::kCut:
      return {"See the places", "view=strides&move=cut"};
    case Stage::kSplit:
      return c.heads == 1 ? Try{"Two heads", "h=2"} : Try{"One head", "h=1"};
    case Stage::kReshelve:
      return {"Both flips side by side", "view=strides&move=flips"};
    case Stage::kFlip:
      return {"Next head", "head=" + number((head + 1) % c.heads)};
    case Stage::kScore:
      if (pick.key == pick.query || c.example == config::Example::kNolan) {
        return {"Another key", "pick=" + number(pick.query) + "," + number(pick.key == 0 ? 1 : 0)};
      }
      return {"Ask a token for itself", "pick=" + number(pick.query) + "," + number(pick.query)};
    case Stage::kScale:
      return c.scale ? Try{"Take the root away", "scale=0"} : Try{"Put the root back", "scale=1"};
    case Stage::kMask:
      return c.window == 1 ? Try{"W = 3", "w=3"} : Try{"W = 1", "w=1"};
    case Stage::kStrike:
      return c.strike == config::Strike::kZero ? Try{"Back to minus infinity", "strike=inf"}
                                               : Try{"Strike by zero instead", "strike=zero"};
    case Stage::kSoftmax:
      return c.window == config::kAllKeys ? Try{"Three keys a query", "w=3"} : Try{"No window", "w=all"};
    case Stage::kBlend:
      return c.window == 1 ? Try{"Let them read again", "w=3"} : Try{"Let each read only itself", "w=1"};
    case Stage::kMerge:
      return {"Count what is copied", "view=strides&move=contiguous"};
    case Stage::kOutput:
      return {"Stack five layers", "view=reach&layers=5"};
  }
  return {};
}

}  // namespace bandscope::view
