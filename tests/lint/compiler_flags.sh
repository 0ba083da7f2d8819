# compiler_flags.sh COMPILE_COMMANDS: one binary has to run on any CPU of the architecture, and its
# floating-point results must not depend on how the compiler orders or fuses operations.
set -euo pipefail

commands=$(grep '"command":' "$1")
if grep -oE -e ' -(march|mcpu)=[^ ]*| -m(avx|sse|fma|f16c|bmi)[^ ]*| -Ofast| -ffast-math' <<<"$commands"; then
  exit 1
fi

# Of the files inside the source tree, but for the caches and build folders where dependencies are.
ours=$(grep -E " -c $PWD/(src|ops|tools|tests|bench|examples)/" <<<"$commands")
if grep -vE -e ' -ffp-contract=off( |$)' <<<"$ours"; then
  exit 1
fi
