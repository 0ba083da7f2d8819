#!/usr/bin/env python3
"""Compares what packdot decodes with what the official `gguf` Python package does, bit for bit.

Every tensor of a GGUF file is written out by `packdot dequantize FILE TENSOR` and held against
gguf.quants.dequantize. No rounding is forgiven, not even in formats with a min: scale times code is
exact in float, so a multiply-add rounds once whether it is fused or not. Any NaN equals any other.

Exit status 1 if a weight differs or packdot fails, 75 if the package is not to be had.
"""

import argparse
import collections
import hashlib
import pathlib
import subprocess
import sys
import tempfile

import official_gguf

SLICE_WEIGHTS = 1 << 22  # decoded at a time, so that memory does not grow with the tensor

Outcome = collections.namedtuple("Outcome", "name format shape weights differing error")


def run_packdot(packdot, gguf_file, tensor_name, out):
    """What went wrong, or nothing."""
    command = [str(packdot), "dequantize", str(gguf_file), tensor_name, "--out", str(out)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        return ""
    return f"status {done.returncode}: {done.stderr.strip()}"


def count_differing(tensor, decoded):
    import gguf
    import numpy as np

    rows = tensor.data.reshape(-1, tensor.data.shape[-1])
    columns = int(tensor.shape[0])
    step = max(1, SLICE_WEIGHTS // columns)
    differing = 0
    for first in range(0, len(rows), step):
        part = np.ascontiguousarray(rows[first : first + step])
        expected = gguf.quants.dequantize(part, tensor.tensor_type).astype("<f4").ravel()
        got = np.asarray(decoded[first * columns : first * columns + expected.size])
        same = (expected.view("<u4") == got.view("<u4")) | (np.isnan(expected) & np.isnan(got))
        differing += int(expected.size - np.count_nonzero(same))
    return differing


def compare(packdot, gguf_file, tensor, scratch):
    import numpy as np

    out = scratch / "w.f32"
    weights = int(tensor.n_elements)
    differing = 0
    error = run_packdot(packdot, gguf_file, tensor.name, out)
    if not error and out.stat().st_size != 4 * weights:
        error = f"wrote {out.stat().st_size} bytes, expected {4 * weights}"
    if not error:
        differing = count_differing(tensor, np.memmap(out, dtype="<f4", mode="r"))
    out.unlink(missing_ok=True)
    shape = " x ".join(str(n) for n in reversed(tensor.shape.tolist()))
    return Outcome(tensor.name, tensor.tensor_type.name, shape, weights, differing, error)


def verdict(outcomes):
    failed = [o for o in outcomes if o.error]
    differing = sum(o.differing for o in outcomes)
    weights = sum(o.weights for o in outcomes)
    text = f"{len(outcomes)} tensors, {weights} weights: "
    if not failed and not differing:
        return True, text + "all are bit for bit what the gguf package decodes."
    return False, text + f"{differing} weights differ, {len(failed)} tensors could not be decoded."


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(map(str, line)) + " |" for line in lines]


def report(gguf_file, outcomes):
    """The result as Markdown."""
    by_format = collections.defaultdict(list)
    for outcome in outcomes:
        by_format[outcome.format].append(outcome)
    formats = [
        (name, len(group), sum(o.weights for o in group), sum(o.differing for o in group))
        for name, group in sorted(by_format.items())
    ]
    tensors = [(o.name, o.format, o.shape, o.error or o.differing) for o in outcomes]
    return "\n".join(
        [
            f"# {gguf_file.name} against the gguf Python package",
            "",
            f"Written by `tools/compare_with_gguf_py.py` with gguf {official_gguf.version()};",
            f"SHA-256 of the file: `{sha256_of(gguf_file)}`.",
            "",
            verdict(outcomes)[1],
            "",
            *table(["format", "tensors", "weights", "differing"], formats),
            "",
            *table(["tensor", "format", "shape", "differing"], tensors),
            "",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path, help="a GGUF file")
    parser.add_argument(
        "--packdot",
        type=pathlib.Path,
        default=official_gguf.ROOT / "build/release/bin/packdot",
        help="the command to check (default: %(default)s)",
    )
    parser.add_argument("--out", type=pathlib.Path, help="write the result here, as Markdown")
    args = parser.parse_args()
    for path in (args.file, args.packdot):
        if not path.is_file():
            parser.error(f"no such file: {path}")
    official_gguf.require()
    import gguf

    outcomes = []
    with tempfile.TemporaryDirectory() as scratch:
        for tensor in gguf.GGUFReader(args.file).tensors:
            outcome = compare(args.packdot, args.file, tensor, pathlib.Path(scratch))
            outcomes.append(outcome)
            state = outcome.error or f"{outcome.differing} of {outcome.weights} differ"
            print(f"{outcome.format:8} {outcome.name:40} {state}", flush=True)
    if args.out:
        args.out.write_text(report(args.file, outcomes))
    good, text = verdict(outcomes)
    print(text)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
