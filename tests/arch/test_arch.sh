# shellcheck shell=bash disable=SC2154 # sourced: ./dev has the functions, and sets root and jobs
# ./dev test-arch: the kernels on the instruction sets of other architectures, cross-built and run
# under qemu.

# What must run: presets, vector lengths in bits, targets. Fixed-length targets have one length each,
# and the length does not matter to those without scalable vectors. g++ 12 has no NEON_BF16, and
# Highway trusts no clang before 20 with SVE.
targets_of() { # ARCH
  case $1 in
    aarch64)
      printf 'aarch64 128 %s\n' EMU128 NEON_WITHOUT_AES NEON SVE SVE2_128 SVE2
      printf 'aarch64-clang 128 %s\n' NEON_BF16
      printf 'aarch64 256 %s\n' SVE_256 SVE SVE2
      printf 'aarch64 512 %s\n' SVE SVE2
      ;;
    riscv64)
      printf 'riscv64 128 %s\n' EMU128 RVV
      printf 'riscv64 256 %s\n' RVV
      ;;
    *) die "no such architecture: ${1:-none} (aarch64 or riscv64)" ;;
  esac
}

test_arch() { # ARCH
  local arch=${1:-} plan builds preset
  plan=$(targets_of "$arch")
  mapfile -t builds < <(cut -d ' ' -f 1 <<<"$plan" | sort -u)
  for preset in "${builds[@]}"; do
    build "$preset" --target vector_bits activation_test dequantize_test gemv_test gemm_test
  done
  say "running $(wc -l <<<"$plan") times under qemu, without tests of threads and of large matrices"
  (cd "$root/build" && xargs -n 3 -P "$jobs" "$root/tests/arch/run_target.sh" <<<"$plan") ||
    die "$arch: FAILED"
  printf '%s: all targets PASSED\n' "$arch"
}
