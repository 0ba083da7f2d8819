# shellcheck shell=bash disable=SC2154 # sourced: the caller sets root, cache and llvm
# Sourced by ./dev: finds out what is missing, installs packages, fetches sources into .cache/.

readonly highway_version=1.3.0
readonly highway_sha256=07b3c1ba2c1096878a85a31a5b9b3757427af963b1141ca904db2f9f4afe0bc2
readonly tbb_version=2021.8.0
readonly tbb_sha256=7e9111b8bb59c8800bf6d0b06afe7b0891937443d2dae1ee1101c8e2ede6a7ef

required=() # Debian's names of missing packages
optional=()

# Whether a command is there, and its version, if it prints one, at least MINIMUM.
have() { # COMMAND [MINIMUM]
  command -v "$1" >/dev/null || return 1
  [[ $# -eq 1 ]] || printf '%s\n' "$2" "$("$1" --version | grep -oEm1 '[0-9]+(\.[0-9]+)+')" | sort -VC
}

need() { have "${@:2}" || required+=("$1"); } # PACKAGE COMMAND [MINIMUM]
like() { have "${@:2}" || optional+=("$1"); }

# Asks the compiler itself, so that libraries which are not from packages count too.
need_headers() { # PACKAGE HEADER ...
  local probe='' missing
  while (($#)); do
    probe+="#if !__has_include(<$2>)"$'\n'"$1"$'\n''#endif'$'\n'
    shift 2
  done
  missing=$("${CXX:-g++}" -E -P -x c++ - <<<"$probe" 2>/dev/null) ||
    missing=$(grep -v '^#' <<<"$probe") # no compiler yet: none is there
  [[ -z $missing ]] || mapfile -t -O "${#required[@]}" required <<<"$missing"
}

need_for_build() {
  need g++ "${CXX:-g++}" 12
  need cmake cmake 3.25
  if have make; then like ninja-build ninja; else need ninja-build ninja; fi
  like ccache ccache
  like pkgconf pkg-config
  need_headers libtbb-dev tbb/version.h libcli11-dev CLI/CLI.hpp \
    nlohmann-json3-dev nlohmann/json.hpp libgtest-dev gtest/gtest.h \
    libbenchmark-dev benchmark/benchmark.h
}

# A cross build takes nothing that is installed for this machine.
is_cross() { [[ $1 == aarch64* || $1 == riscv64 ]]; } # PRESET

need_for_cross() { # ARCH
  need "g++-$1-linux-gnu" "$1-linux-gnu-g++" # for clang its libraries and linker
  need "clang-$llvm" "clang++-$llvm"
  need qemu-user "qemu-$1"
  [[ -d /usr/src/googletest ]] || required+=(googletest)
}

need_for_preset() { # PRESET
  need_for_build
  case $1 in
    clang) need "clang-$llvm" "clang++-$llvm" ;;
    aarch64* | riscv64) need_for_cross "${1%-clang}" ;;
    asan | tsan)
      need "clang-$llvm" "clang++-$llvm"
      "clang++-$llvm" -fsanitize=thread -x c++ - -o /dev/null <<<'int main() {}' 2>/dev/null ||
        required+=("libclang-rt-$llvm-dev")
      ;;
  esac
}

# Installs what the need and like calls so far found missing.
install_missing() {
  ((${#required[@]} + ${#optional[@]})) || return 0
  local sudo=() packages=("${required[@]}" "${optional[@]}")
  if ((EUID)); then sudo=(sudo -n); fi
  if ! have apt-get || { ((EUID)) && ! sudo -n true 2>/dev/null; }; then
    ((${#required[@]})) || return 0 # all that must be there is
    say "missing, and not to be installed without root; the names are Debian's:"
    say "    apt-get install --no-install-recommends ${required[*]}"
    ((!${#optional[@]})) || say "worth having, but not needed: ${optional[*]}"
    die "install them, then run this again"
  fi
  say "installing ${packages[*]}"
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600)
  mkdir -p "$cache"
  {
    "${apt[@]}" update || true # a broken third-party source does not concern us
    "${apt[@]}" install -y --no-install-recommends "${packages[@]}"
  } >"$cache/apt.log" 2>&1 || {
    tail -n 5 "$cache/apt.log" >&2
    ((${#required[@]})) && die "apt-get failed: see $cache/apt.log"
    say "going on without ${optional[*]}"
  }
  required=() optional=()
}

# Prints deb-src lines for SUITEs from the mirrors that this machine uses for its own release.
deb_src_lines() { # SUITE ...
  local codename uri sourcesentry key suite
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016 # fields that apt fills in
  apt-get indextargets --no-release-info --format '$(REPO_URI) $(SOURCESENTRY)' \
    'Created-By: Packages' "Release: $codename" 'Component: main' | sort -u |
    while read -r uri sourcesentry; do
      key=$(sed -nE 's/.*signed-by=([^] ]+).*/\1/p; s/^Signed-By: *(\/.+)/\1/p' "${sourcesentry%:*}" |
        head -n 1)
      for suite in "$@"; do
        printf 'deb-src %s %s %s main\n' "${key:+[signed-by=$key]}" "$uri" "$suite"
      done
    done
}

# Unpacks the upstream archive of a Debian source package into .cache/PACKAGE-VERSION. It uses its
# own apt lists, so it changes nothing on the machine and needs no root.
fetch_source() { # PACKAGE VERSION SHA256 SUITE ...
  local package=$1 version=$2 sha256=$3 into=$cache/$1-$2 work apt revision archive
  shift 3
  [[ ! -d $into ]] || return 0
  have apt-get || return 1
  say "fetching the source of $package $version"
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  mkdir -p "$work"/{lists,cache/archives}/partial "$work/tree"
  deb_src_lines "$@" >"$work/sources.list"
  apt=(-q -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache"
    -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "APT::Sandbox::User=$(id -un)")
  if (
    cd "$work"
    exec >"$cache/fetch-$package.log" 2>&1
    apt-get "${apt[@]}" update || true # one suite of several is enough
    revision=$(apt-cache "${apt[@]}" showsrc "$package" |
      awk -v version="$version-" '$1 == "Version:" && index($2, version) == 1 { print $2; exit }')
    [[ -n $revision ]] &&
      apt-get "${apt[@]}" source --download-only "$package=$revision" &&
      archive=$(compgen -G '*.orig.tar.*') &&
      sha256sum -c <<<"$sha256  $archive" &&
      tar -xf "$archive" -C tree --strip-components=1
  ); then
    mv "$work/tree" "$into"
    rm -rf "$work"
  else
    rm -rf "$work"
    say "not to be had from Debian's mirrors: see $cache/fetch-$package.log"
    return 1
  fi
}

have_highway() { # installed, and new enough
  [[ $("${CXX:-g++}" -E -P -x c++ - 2>/dev/null <<'END'
#if __has_include(<hwy/base.h>)
#include <hwy/base.h>
HWY_MAJOR HWY_MINOR
#endif
END
  ) =~ (1\ [3-9])$ ]]
}

fetch_for_preset() { # PRESET
  { have_highway && ! is_cross "$1"; } || fetch_source highway "$highway_version" "$highway_sha256" forky sid ||
    say "CMake will try to download Highway's release"
  # The thread sanitizer must see oneTBB's own atomics, or it takes its hand-overs for races.
  [[ $1 != tsan ]] || fetch_source onetbb "$tbb_version" "$tbb_sha256" bookworm
}

# Installs what the given function finds missing, and asks it again.
install_for() { # FUNCTION [arguments]
  required=() optional=()
  "$@"
  ((${#required[@]} + ${#optional[@]})) || return 0
  locked setup install_missing
  required=() optional=()
  "$@"
  ((!${#required[@]})) || die "still missing or too old after the installation: ${required[*]}"
}

setup() { # PRESET
  install_for need_for_preset "$1"
  locked setup fetch_for_preset "$1"
}
