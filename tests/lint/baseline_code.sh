# baseline_code.sh OBJDUMP LIBRARY: outside the functions of a target's namespace (N_AVX2, ...) there
# must be no instruction beyond x86-64's baseline. An inline function that was compiled for AVX2 in
# one file may be the copy that the linker keeps for all files, and then crash an older CPU.
set -euo pipefail

"$1" -d --no-show-raw-insn "$2" | awk '
  /^[0-9a-f]+ <.*>:$/ {
    name = $2
    own_target = name ~ /N_(AVX|SSE)/
    functions += !own_target
    next
  }
  own_target { next }
  /%[yz]mm/ || $2 ~ /^v/ ||
  $2 ~ /^(crc32|popcnt|ptest|pshufb|palignr|pabs|phadd|psign|pmaddubsw|pmulhrsw|pmulld|pmuldq|pmov[sz]x|pblend|blend|pextr[bdq]|pinsr[bdq]|pcmp(eq|gt)q|round[ps][sd]|(pmin|pmax)(s[bd]|u[wd]))/ {
    print name, $0
    ++leaks
  }
  END {
    print functions + 0, "functions of the baseline,", leaks + 0, "instructions beyond it"
    exit leaks > 0 || functions == 0
  }'
