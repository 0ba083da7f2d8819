# sources.sh RULE: greps the C++ files for what may stand in one place only. Run from the top folder.
set -euo pipefail

# Prints the matching lines of all C++ files of the given folders, and succeeds if there are none.
none() { # PATTERN FOLDER ... [grep's --exclude]
  ! grep -rnE --include='*.h' --include='*.cc' "$@"
}

case $1 in
  highway_only_in_ops)
    none 'hwy|HWY_' include src tools tests bench examples
    ;;
  tbb_in_one_file)
    readonly tbb='tbb::|[<"](oneapi/)?tbb/'
    none "$tbb" include ops tools tests bench examples
    files=$(grep -rlE "$tbb" src)
    printf '%s\n' "$files"
    [[ $(wc -l <<<"$files") -eq 1 ]]
    ;;
  formats_only_in_registry)
    none 'case +(packdot::)?Format::|switch *\(.*[fF]ormat' include src ops tools bench examples \
      --exclude=registry.cc
    ;;
  *)
    echo "no such rule: $1" >&2
    exit 2
    ;;
esac
