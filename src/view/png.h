// A bitmap as a PNG file, without compression: for pictures inside of other files.
#pragma once

#include <string>

#include "view/painter.h"

namespace bandscope::view {

std::string png(const Bitmap& bitmap);
/// "data:image/png;base64,..."
std::string png_data_uri(const Bitmap& bitmap);

}  // namespace bandscope::view
