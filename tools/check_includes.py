#!/usr/bin/env python3
"""The include rules of the house, checked line by line.

config and engine include no other room; view: config and engine; panels: view and config; api: engine;
app and platform: all. ImGui only in panels, app and platform; Eigen and Highway only in engine; a window
or OpenGL only in platform; emscripten.h, EM_JS and __EMSCRIPTEN__ only in platform/web; config has the
standard library alone.

Prints file:line for each line that breaks a rule, and ends with 1 if there was one.
"""
import pathlib
import re
import sys

ROOMS = {
    "config": {"config"},
    "engine": {"engine"},
    "view": {"view", "config", "engine"},
    "panels": {"panels", "view", "config"},
    "api": {"api", "engine"},
    "app": {"app", "panels", "view", "engine", "config", "platform"},
    "platform": {"platform", "app", "panels", "view", "engine", "config"},
}
# Who may include what is not ours: a pattern of the included name, the folders, and its name.
LIBRARIES = [
    (r"imgui|imstb_", ("panels", "app", "platform"), "Dear ImGui"),
    (r"Eigen/|unsupported/Eigen/|hwy/", ("engine",), "Eigen and Highway"),
    (r"GLFW/|GL/|GLES\d/|KHR/", ("platform",), "GLFW and OpenGL"),
    (r"emscripten(/|\.h)|wasm_simd128", ("platform/web", "engine"), "Emscripten's headers"),
    (r"nlohmann/|catch2/", (), "a library of the tests"),
]
GENERATED = {"fonts_data.h": ("panels", "app", "platform")}
EMSCRIPTEN_WORDS = re.compile(r"\b(EM_JS|EM_ASM\w*|EM_ASYNC_JS|EMSCRIPTEN_KEEPALIVE|__EMSCRIPTEN__)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD = re.compile(r"^[a-z_0-9]+$")


def inside(path, folders):
    """Is src-relative `path` in one of the folders?"""
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def check_line(path, line):
    """What is wrong with one line of the file at src-relative `path`, or None."""
    room = path.split("/")[0]
    code = line.split("//")[0]
    found = EMSCRIPTEN_WORDS.search(code)
    if found and not inside(path, ("platform/web",)):
        return f"{found[1]} belongs in platform/web alone"
    match = INCLUDE.match(line)
    if not match:
        return None
    kind, name = match[1], match[2]
    for pattern, folders, library in LIBRARIES:
        if re.match(pattern, name):
            if name.startswith("emscripten") and room == "engine":
                return "emscripten headers belong in platform/web alone"
            if inside(path, folders):
                return None
            where = " and ".join(folders) if folders else "tests"
            return f"{library} may be included in {where} alone, not in {room}"
    if name in GENERATED:
        return None if inside(path, GENERATED[name]) else f"{name} is not for {room}"
    target = name.split("/")[0]
    if kind == '"' or target in ROOMS:
        if "/" not in name or target not in ROOMS:
            return f'"{name}" is not written from the include root: "room/file.h"'
        if target not in ROOMS[room]:
            allowed = ", ".join(sorted(ROOMS[room] - {room})) or "no other room"
            return f"{room} may not include {target} (it may: {allowed})"
        return None
    if room == "config" and not STANDARD.match(name):
        return f"config has the standard library alone, not <{name}>"
    return None


def check(source):
    """All breaches under the folder `source`, as (file, line number, what)."""
    breaches = []
    for file in sorted(source.rglob("*")):
        if file.suffix not in {".h", ".cpp", ".inc", ".hpp"}:
            continue
        path = file.relative_to(source).as_posix()
        if path.split("/")[0] not in ROOMS:
            breaches.append((file, 1, f"src/{path.split('/')[0]} is not a room of the house"))
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            wrong = check_line(path, line)
            if wrong:
                breaches.append((file, number, wrong))
    return breaches


def self_test():
    """The check must catch what it is for."""
    bad = [
        ("config/a.h", '#include "engine/trace.h"'),
        ("config/a.h", "#include <Eigen/Core>"),
        ("config/a.h", "#include <unistd.h>"),
        ("engine/a.h", '#include "config/config.h"'),
        ("engine/a.h", "#include <imgui.h>"),
        ("engine/a.cpp", "#include <emscripten.h>"),
        ("view/a.h", '#include "imgui.h"'),
        ("view/a.h", '#include "panels/ui.h"'),
        ("view/a.cpp", "#include <Eigen/Core>"),
        ("panels/a.h", '  #  include "engine/trace.h"'),
        ("panels/a.cpp", "#ifdef __EMSCRIPTEN__"),
        ("panels/a.cpp", '#include "theme.h"'),
        ("api/a.cpp", '#include "config/config.h"'),
        ("api/a.cpp", "EMSCRIPTEN_KEEPALIVE int f();"),
        ("app/a.cpp", "#include <GLFW/glfw3.h>"),
        ("platform/glfw/a.cpp", "#include <emscripten/html5.h>"),
    ]
    good = [
        ("config/a.h", "#include <string>"),
        ("config/a.h", '#include "config/b.h"'),
        ("engine/a.cpp", "#include <Eigen/Core>"),
        ("engine/kernels/a.cpp", "#include <wasm_simd128.h>"),
        ("view/a.cpp", '#include "engine/trace.h"'),
        ("panels/a.cpp", "#include <imgui.h>"),
        ("panels/a.cpp", '#include "fonts_data.h"'),
        ("panels/a.cpp", "// __EMSCRIPTEN__ is not asked here"),
        ("app/a.cpp", '#include "platform/platform.h"'),
        ("platform/web/a.cpp", "EM_JS(void, f, (), {});"),
    ]
    for path, line in bad:
        assert check_line(path, line), f"not caught: {path}: {line}"
    for path, line in good:
        assert not check_line(path, line), f"wrongly caught: {path}: {line}: {check_line(path, line)}"


def main():
    self_test()
    root = pathlib.Path(__file__).resolve().parent.parent
    breaches = check(root / "src")
    for file, number, what in breaches:
        print(f"{file.relative_to(root)}:{number}: {what}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
