#!/usr/bin/env python3
"""Makes the folder of tools that builds the site: a virtual environment from PyPI, and packages of npm, pinned.

    tools.py FOLDER

A folder that is there already, with the same pins, is used again.
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    pins = [HERE / "requirements.txt", HERE / "package.json", HERE / "package-lock.json"]
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in pins) + sys.version.encode()).hexdigest()
    mark = folder / "complete"
    if mark.exists() and mark.read_text() == wanted:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = str(folder / "venv" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check",
                    "--only-binary", ":all:", "-r", str(pins[0])], check=True)
    for path in pins[1:]:
        shutil.copy(path, folder)
    subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder, check=True)
    mark.write_text(wanted)


if __name__ == "__main__":
    main()
