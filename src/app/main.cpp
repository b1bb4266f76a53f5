// bandscope ['example=shapes']: the page, opened with a query as its address would have it.
#include "platform/platform.h"

int main(int argc, char** argv) { return bandscope::platform::run(argc > 1 ? argv[1] : ""); }
