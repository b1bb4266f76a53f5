"""clang-tidy over our own files, in parallel, remembering the files that passed.

A file is looked at again when it, one of our headers that it includes, the checks or its compile command
changed. Usage: lint.py BUILD_FOLDER [FILE...]
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / "build" / "lint-passed"
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.M)


def own_includes(file, seen):
    """Adds to `seen` the file and all of our headers that it reaches."""
    if file in seen:
        return
    seen.add(file)
    for name in INCLUDE.findall(file.read_bytes()):
        for folder in (ROOT / "src", ROOT / "tests", file.parent):
            header = (folder / name.decode()).resolve()
            if header.is_file() and ROOT in header.parents:
                own_includes(header, seen)
                break


def key(file, command):
    digest = hashlib.sha256(command.encode())
    for checks in (ROOT / ".clang-tidy", ROOT / "tests" / ".clang-tidy"):
        digest.update(checks.read_bytes())
    seen = set()
    own_includes(file, seen)
    for path in sorted(seen):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    asked = {pathlib.Path(name).resolve() for name in sys.argv[2:]}
    tidy = shutil.which("clang-tidy-19") or shutil.which("clang-tidy")
    if not tidy:
        sys.exit("clang-tidy 19 is missing")
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if any(folder in file.parents for folder in (ROOT / "src", ROOT / "tests")):
            commands[file] = entry["command"]
    files = sorted(asked or commands)
    unknown = [file for file in files if file not in commands]
    if unknown:
        sys.exit(f"not compiled natively, so not checked: {', '.join(map(str, unknown))}")
    CACHE.mkdir(parents=True, exist_ok=True)
    keys = {file: key(file, commands[file]) for file in files}
    waiting = [file for file in files if not (CACHE / keys[file]).exists()]
    # The slowest first, so that no core ends alone with one.
    waiting.sort(key=lambda file: -file.stat().st_size)

    def run(file):
        start = time.monotonic()
        result = subprocess.run(
            [tidy, "-p", str(build), "--quiet", "--warnings-as-errors=*", "--extra-arg=-Wno-unknown-warning-option", str(file)],
            capture_output=True, text=True, cwd=ROOT)
        return file, result, time.monotonic() - start

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, result, seconds in pool.map(run, waiting):
            if result.returncode == 0:
                (CACHE / keys[file]).touch()
            else:
                failed += 1
                print(result.stdout.replace(str(ROOT) + "/", "").strip())
                if not result.stdout.strip():
                    print(result.stderr)
            if seconds > 20:
                print(f"note: {file.relative_to(ROOT)} took {seconds:.0f} s")
    print(f"{len(files)} files, {len(waiting)} looked at, {failed} with findings")
    return 1 if failed else 0


sys.exit(main())
