# cmake -DNAME=n -DINPUT=file -DOUTPUT=file.cpp -P embed.cmake: a file as a span of bytes.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include \"fonts_data.h\"

namespace bandscope::fonts {
namespace {
alignas(4) constexpr unsigned char kBytes[] = {
${bytes}
};
}  // namespace
const std::span<const std::byte> ${NAME} = std::as_bytes(std::span(kBytes));
}  // namespace bandscope::fonts
")
