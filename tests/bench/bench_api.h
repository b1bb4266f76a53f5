// The benchmark's program as functions: natively behind lines of text (native_main.cpp), as wasm behind
// tools/lib/bench/program.mjs.
#pragma once

#include <memory>

extern "C" {
/// Opens a case by its words; see case.h. A number above 0, or -1.
int bench_open(const char* text);
/// Runs it so many times; the milliseconds of all together.
double bench_run(int id, int times);
/// Its facts, a JSON object.
const char* bench_facts(int id);
/// {"ceilings": how many shapes, "kernels": [names]}
const char* bench_list();
}

namespace bandscope::bench {
struct Case;
Case* find_case(int id);
int keep_case(std::unique_ptr<Case> made);
}  // namespace bandscope::bench
