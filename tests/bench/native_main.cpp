// The benchmark's native program: a line of text a command, a line a reply.
//   open WORDS...   a number, or -1       run ID TIMES   milliseconds of all
//   facts ID        a JSON object         save ID FILE   "ok": the result's numbers, raw
//   list            what there is
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "bench/bench_api.h"
#include "bench/case.h"
#include "engine/forward.h"

namespace bandscope::bench {
namespace {

std::vector<float> numbers_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  std::vector<float> numbers(in ? static_cast<std::size_t>(in.tellg()) / sizeof(float) : 0);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(float)));
  return numbers;
}

}  // namespace

std::unique_ptr<Case> file_case(Words words) {
  if (words.size() < 6) return nullptr;
  struct Room {
    std::vector<float> x, w_qkv, w_o, q, k, v, out;
    engine::Tensors<float> tensors;
    engine::LayerSettings settings;
    engine::Forward<float> forward;
  };
  const auto room = std::make_shared<Room>();
  const bool layer = words[0] == "layer";
  const int tokens = number(words, 1), width = number(words, 2), heads = number(words, 3);
  const auto size = static_cast<std::size_t>(tokens) * width;
  const auto read = [&](const char* name) { return numbers_of(words[5] + "/" + name + ".f32"); };
  if (layer) {
    room->x = read("x");
    room->w_qkv = read("wQkv");
    room->w_o = read("wO");
    if (room->x.size() != size) return nullptr;
    room->tensors.w_qkv = room->w_qkv;
    room->tensors.w_o = room->w_o;
  } else {
    room->q = read("q");
    room->k = read("k");
    room->v = read("v");
    if (room->q.size() != size) return nullptr;
  }
  room->settings.shape = {1, tokens, tokens, layer ? width : 0, heads, width / heads};
  room->settings.window = number(words, 4);
  room->forward.open(room->tensors, room->settings.shape);
  room->tensors.x = room->x;
  room->tensors.q = room->q;
  room->tensors.k = room->k;
  room->tensors.v = room->v;
  room->out.resize(size);
  auto made = std::make_unique<Case>();
  made->run = [room, layer, tokens] {
    engine::ForwardResults<float> results{{}, {}, 0, tokens};
    (layer ? results.output : results.merged) = room->out;
    room->forward.run(room->tensors, room->settings, results);
  };
  made->result = [room] { return std::span<const float>(room->out); };
  return made;
}

}  // namespace bandscope::bench

int main() {
  using namespace bandscope::bench;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command, file;
    int id = 0, times = 0;
    words >> command;
    if (command == "open") {
      std::vector<std::string> rest;
      for (std::string word; words >> word;) rest.push_back(word);
      const bool from_files = !rest.empty() && (rest[0] == "layer" || rest[0] == "core");
      std::cout << (from_files ? keep_case(file_case(rest)) : bench_open(line.c_str() + command.size()));
    } else if (command == "run" && words >> id >> times) {
      std::cout << bench_run(id, times);
    } else if (command == "facts" && words >> id) {
      std::cout << bench_facts(id);
    } else if (command == "list") {
      std::cout << bench_list();
    } else if (command == "save" && words >> id >> file) {
      const Case* const found = find_case(id);
      if (found != nullptr && found->result) {
        const std::span<const float> numbers = found->result();
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(numbers.size_bytes()));
        std::cout << "ok";
      }
    }
    std::cout << std::endl;
  }
}
