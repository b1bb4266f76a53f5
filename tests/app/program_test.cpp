// The programs that the page writes are run, by the NumPy of this machine, and agree with the double path.
#include "view/code/program.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "app/plan.h"
#include "config/limits.h"
#include "config/query.h"
#include "config/words.h"
#include "engine/layer.h"
#include "engine/stack/generated_weights.h"
#include "engine/stack/stack.h"

namespace {

using namespace bandscope;

/// What the panels' layer gives in double: output, or merged where there is no W_o.
std::vector<double> result_of(const config::Config& config, const std::vector<std::string>& words) {
  const app::Plan plan = app::plan_of(config, words, std::numeric_limits<std::int64_t>::max());
  engine::BasicInputSource<double> inputs;
  const engine::Tensors<double>& tensors = inputs.make(plan.spec);
  if (plan.panel_layer == 1 && plan.stack.norm == engine::Norm::kNone) {
    engine::Layer<double> layer;
    REQUIRE_FALSE(layer.run(tensors, plan.layer).has_value());
    return tensors.w_o.empty() ? layer.trace().merged : layer.trace().output;
  }
  engine::StackSettings settings = plan.stack;
  settings.layers = plan.panel_layer;
  engine::GeneratedWeights<double> weights;
  weights.set(plan.spec, plan.shared);
  engine::Stack<double> stack;
  REQUIRE_FALSE(stack.begin(settings, tensors.x, tensors.x_revision).has_value());
  while (!stack.finished()) stack.step(weights);
  // h[l] = alpha h[l-1] + (1 - alpha) output.
  const auto above = stack.h(settings.layers), below = stack.h(settings.layers - 1);
  std::vector<double> out(above.size());
  for (std::size_t n = 0; n < out.size(); ++n) out[n] = (above[n] - settings.alpha * below[n]) / (1 - settings.alpha);
  return out;
}

/// The program's last line.
std::vector<double> printed_by(const std::string& program) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("bandscope_program_" + std::to_string(std::random_device()()) + ".py");
  std::ofstream(file) << program;
  const char* named = ::getenv("BANDSCOPE_PYTHON");
  // Debian's own first: its NumPy is installed for it.
  const std::string python = named != nullptr                              ? named
                             : std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3"
                                                                           : "python3";
  const std::string command = python + " " + file.string();
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  REQUIRE(pipe != nullptr);
  std::string all;
  std::array<char, 4096> part;
  while (std::fgets(part.data(), part.size(), pipe.get()) != nullptr) all += part.data();
  std::filesystem::remove(file);
  INFO(program << "\nNumPy for Python must be installed");
  REQUIRE(all.size() > 1);
  const std::size_t line = all.rfind('\n', all.size() - 2);
  std::vector<double> numbers;
  for (const auto& row : nlohmann::json::parse(all.substr(line == std::string::npos ? 0 : line + 1))) {
    for (const auto& value : row) numbers.push_back(value.get<double>());
  }
  return numbers;
}

void check(const std::string& query) {
  CAPTURE(query);
  const config::Config config = config::parse(query).config;
  const std::vector<std::string> words = config::split_words(config.text);
  const view::Program made = view::program(view::Language::kNumpy, config, words);
  REQUIRE(made.off.empty());
  CHECK(made.text.size() < view::kMostProgramBytes);
  const std::vector<double> expected = result_of(config, words), got = printed_by(made.text);
  REQUIRE(got.size() == expected.size());
  double most = 1, error = 0;
  for (std::size_t n = 0; n < got.size(); ++n) {
    most = std::max(most, std::abs(expected[n]));
    error = std::max(error, std::abs(got[n] - expected[n]));
  }
  CHECK(error / most < 1e-10);
}

}  // namespace

TEST_CASE("Every source's program gives the engine's numbers to 1e-10", "[program]") {
  for (const char* query :
       {"", "t=16", "example=shapes", "example=sliding-window&tie=1", "example=nolan", "t=40&w=all&causal=0",
        "t=12&w=3&strike=zero&scale=0", "t=30&layers=4&layer=3&alpha=0.25&norm=rms&pattern=LG", "t=9&norm=rms",
        "t=1100&h=1&d=4&w=7", "t=1100&h=1&d=4&w=7&causal=0",
        "text=H\xC3\xA9 said: %22no%22 \xF0\x9F\x99\x82 \\ done&d=5", "text=one two one two&weights=random&positions=1",
        "text=a b c a&positions=0&layers=2&layer=2&shared=1"}) {
    check(query);
  }
}

TEST_CASE("Twenty random states' programs give the engine's numbers to 1e-10", "[program]") {
  std::mt19937 bits(7);
  const auto below = [&](unsigned n) { return static_cast<int>(bits() % n); };
  for (int n = 0; n < 20; ++n) {
    std::string query = "t=" + std::to_string(1 + below(60)) + "&h=" + std::to_string(1 + below(6)) +
                        "&d=" + std::to_string(1 + below(20)) + "&w=" + std::to_string(1 + below(20)) +
                        "&seed=" + std::to_string(bits()) + "&causal=" + std::to_string(below(2)) +
                        "&scale=" + std::to_string(below(2)) + "&tie=" + std::to_string(below(2)) +
                        "&strike=" + (below(4) == 0 ? "zero" : "inf");
    if (below(2) == 0)
      query += "&text=the cat and the dog and the cow, all of them&positions=" + std::to_string(below(2));
    if (below(3) == 0) query += "&weights=random";
    check(query);
  }
}

TEST_CASE("A text too long to be written out says so", "[program]") {
  std::string text;
  for (int n = 0; n < 30'000; ++n) text += "word ";
  config::Config config = config::parse("text=word").config;
  config.text = text;
  config.tokens = 30'000;
  const view::Program made = view::program(view::Language::kTorch, config, config::split_words(text));
  CHECK(made.text.empty());
  CHECK(made.off.find("KB") != std::string::npos);
}
