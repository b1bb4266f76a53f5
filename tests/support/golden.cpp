#include "support/golden.h"

#include <fstream>
#include <stdexcept>
#include <string>

namespace bandscope::support {

nlohmann::json golden(std::string_view name) {
  const std::string path = std::string(BANDSCOPE_GOLDEN_DIR) + "/" + std::string(name) + ".json";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return nlohmann::json::parse(file);
}

namespace {
void append(const nlohmann::json& nested, std::vector<double>& out) {
  if (nested.is_array()) {
    for (const nlohmann::json& item : nested) append(item, out);
  } else {
    out.push_back(nested.is_null() ? -std::numeric_limits<double>::infinity() : nested.get<double>());
  }
}
}  // namespace

std::vector<double> flat(const nlohmann::json& nested) {
  std::vector<double> out;
  append(nested, out);
  return out;
}

}  // namespace bandscope::support
