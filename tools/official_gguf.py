"""Gives the scripts of this folder the official `gguf` Python package, their reference for formats."""

import os
import pathlib
import subprocess
import sys

SKIP = 75  # EX_TEMPFAIL: the reference cannot be had here and now; ctest counts it as skipped

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / ".cache" / "venv"
REQUIREMENTS = ROOT / "tools" / "requirements.txt"
_RESTARTED = "PACKDOT_TOOLS_IN_VENV"


def _importable():
    try:
        import gguf.quants  # noqa: F401
    except ImportError:
        return False
    return True


def _make_venv():
    """Installs the pinned package in a virtual environment; false, having said why, if it cannot."""
    print(f"installing {REQUIREMENTS.read_text().split()[0]} in {VENV}", file=sys.stderr)
    commands = (
        [sys.executable, "-m", "venv", str(VENV)],
        [str(VENV / "bin" / "pip"), "install", "--quiet", "-r", str(REQUIREMENTS)],
    )
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(f"{' '.join(command)} failed:\n{done.stdout.rstrip()}", file=sys.stderr)
            return False
    return True


def require(install=True):
    """Returns when the package can be imported, if need be by starting the script again in .cache/venv.

    Ends the script with status SKIP if the package is not there and cannot or shall not be installed.
    """
    if _importable():
        return
    if _RESTARTED not in os.environ:
        stamp = VENV / "complete"
        if install and not stamp.exists() and _make_venv():
            stamp.touch()
        if stamp.exists():
            os.environ[_RESTARTED] = "1"
            python = str(VENV / "bin" / "python")
            os.execv(python, [python, *sys.argv])
    print("skipped: the Python package gguf is not installed", file=sys.stderr)
    sys.exit(SKIP)
