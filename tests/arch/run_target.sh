#!/usr/bin/env bash
# Runs the kernels' tests on one target, under qemu at one vector length, and says so in a line:
# run_target.sh PRESET BITS TARGET, below the folder build/.
set -euo pipefail

# Slow under emulation, and no matter of the target: threads, which these builds have not, and the
# pieces that large matrices are cut into.
readonly left_out='*.ThreadsDoNotChangeABit/*:*.MatricesLargerThanAPiece/*'

preset=$1 bits=$2 target=$3
case $preset in
  aarch64*) qemu=(qemu-aarch64 -cpu "max,sve-default-vector-length=$((bits / 8))") ;;
  riscv64) qemu=(qemu-riscv64 -cpu "rv64,v=true,vlen=$bits,vext_spec=v1.0") ;;
esac
log=$preset/$target-$bits.log
start=$SECONDS passed=0 skipped=0

# How many tests gtest says that it PASSED or SKIPPED.
count() { # WORD
  local number
  number=$(sed -nE "s/^\[ *$1 *\] ([0-9]+) tests?[.,].*/\1/p" <<<"$output")
  printf '%s' "${number:-0}"
}

finish() { # RESULT
  printf '%s at %s bits, build/%s: %s: %s tests passed, %s skipped, %s s\n' \
    "$target" "$bits" "$preset" "$1" "$passed" "$skipped" $((SECONDS - start))
}

fail() { # REASON
  finish "FAILED ($1; see build/$log)"
  exit 1
}

: >"$log"
[[ $("${qemu[@]}" "$preset/bin/vector_bits") == "$bits" ]] || fail 'qemu has another vector length'
for program in activation_test dequantize_test gemv_test gemm_test; do
  # The cases' names end in the target: Q4_0_SVE. Those of the activation are nothing but it.
  output=$("${qemu[@]}" "$preset/bin/$program" --gtest_brief=1 \
    --gtest_filter="*/*_$target:*/$target-$left_out" 2>&1) || status=$?
  printf '%s\n' "$output" >>"$log"
  [[ -z ${status:-} ]] || fail "$program"
  # A target that is not compiled, or that this CPU does not run, has no tests at all.
  now=$(count PASSED)
  ((now)) || fail "$program has no test"
  passed=$((passed + now)) skipped=$((skipped + $(count SKIPPED)))
done
finish PASSED
