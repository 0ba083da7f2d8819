"""The official `gguf` Python package for the scripts of this folder, and what its users share."""

import argparse
import os
import pathlib
import re
import subprocess
import sys

SKIP = 75  # EX_TEMPFAIL: the package cannot be had here and now; ctest counts the test as skipped

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / ".cache" / "venv"
REQUIREMENTS = ROOT / "tools" / "requirements.txt"
RESTARTED = "PACKDOT_TOOLS_RESTARTED"


def importable():
    try:
        import gguf.quants  # noqa: F401
    except ImportError:
        return False
    return True


def make_venv():
    """Installs the pinned package in VENV; false, having said why, if that fails."""
    print(f"installing {', '.join(REQUIREMENTS.read_text().split())} in {VENV}", file=sys.stderr)
    pip = str(VENV / "bin" / "pip")
    for command in (
        [sys.executable, "-m", "venv", str(VENV)],
        [pip, "install", "--quiet", "--disable-pip-version-check", "-r", str(REQUIREMENTS)],
    ):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(f"{' '.join(command)} failed:\n{done.stdout.rstrip()}", file=sys.stderr)
            return False
    return True


def require(install=True):
    """Returns once the package can be imported, having restarted the script in VENV if need be.

    Ends the script with status SKIP if the package is missing and cannot or shall not be installed.
    """
    if importable():
        return
    complete = VENV / "complete"  # an interrupted installation has no such file
    if install and not complete.exists() and make_venv():
        complete.touch()
    if complete.exists() and RESTARTED not in os.environ:
        os.environ[RESTARTED] = "1"
        python = str(VENV / "bin" / "python")
        os.execv(python, [python, *sys.argv])
    print("skipped: the Python package gguf is not installed", file=sys.stderr)
    sys.exit(SKIP)


def version():
    from importlib.metadata import version as version_of

    return version_of("gguf")


def is_current(path, content):
    """Whether the file has this content, whatever version of gguf it names."""
    version_name = re.compile(rb"gguf \d+(\.\d+)*")
    old = path.read_bytes() if path.exists() else b""
    return version_name.sub(b"gguf", old) == version_name.sub(b"gguf", content)


def generate(description, make_files):
    """The whole of a script that writes files, or with --check compares them; its exit status.

    make_files() gives the content as bytes of each path relative to the top folder.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--check",
        action="store_true",
        help=f"write nothing; exit status 1 if a file differs, {SKIP} if gguf is not installed",
    )
    check = parser.parse_args().check
    require(install=not check)
    outdated = 0
    for name, content in make_files().items():
        path = ROOT / name
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        elif not is_current(path, content):
            print(f"{name} differs from what this script writes", file=sys.stderr)
            outdated += 1
    return 1 if outdated else 0
