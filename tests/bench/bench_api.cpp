// The functions that the benchmark calls, from JavaScript or from native_main.cpp.
#include "bench/bench_api.h"

#include <chrono>
#include <map>
#include <random>
#include <sstream>

#include "bench/case.h"
#include "engine/kernels/registry.h"

namespace bandscope::bench {

std::vector<float> drawn(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> numbers(count);
  for (float& value : numbers) {
    double sum = -2;
    for (int n = 0; n < 4; ++n) sum += static_cast<double>(random()) / 4294967296.0;
    value = static_cast<float>(sum * 1.7320508);
  }
  return numbers;
}

int number(Words words, std::size_t at) {
  int value = 0;
  if (at < words.size()) std::istringstream(words[at]) >> value;
  return value > 0 ? value : 0;
}

namespace {

std::map<int, std::unique_ptr<Case>>& cases() {
  static std::map<int, std::unique_ptr<Case>> open;
  return open;
}

}  // namespace

Case* find_case(int id) {
  const auto found = cases().find(id);
  return found == cases().end() ? nullptr : found->second.get();
}

int keep_case(std::unique_ptr<Case> made) {
  if (!made) return -1;
  static int last = 0;
  cases()[++last] = std::move(made);
  return last;
}

}  // namespace bandscope::bench

using namespace bandscope;

int bench_open(const char* text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty()) return -1;
  const bench::Words rest = bench::Words(words).subspan(1);
  if (words[0] == "ceiling") return bench::keep_case(bench::ceiling_case(rest));
  if (words[0] == "kernel") return bench::keep_case(bench::kernel_case(rest));
  if (words[0] == "slider") return bench::keep_case(bench::slider_case(rest));
  if (words[0] == "memory") return bench::keep_case(bench::memory_case(rest));
  return -1;
}

double bench_run(int id, int times) {
  bench::Case* const found = bench::find_case(id);
  if (found == nullptr) return -1;
  const auto start = std::chrono::steady_clock::now();
  for (int n = 0; n < times; ++n) found->run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

const char* bench_facts(int id) {
  const bench::Case* const found = bench::find_case(id);
  return found == nullptr ? "{}" : found->facts.c_str();
}

const char* bench_list() {
  static std::string text;
  text = R"({"ceilings": )" + std::to_string(bench::ceiling_tiles()) + R"(, "kernels": [)";
  for (const auto& kernel : engine::kernels::registry()) {
    text += (text.back() == '[' ? "\"" : ", \"") + std::string(kernel.name) + "\"";
  }
  text += "]}";
  return text.c_str();
}
