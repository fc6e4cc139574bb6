#!/bin/sh
# Downloads the executable of a release to the folder $1, and verifies it with the release's SHA256SUMS.
#   NETLENS_RELEASE   URL of the folder with executables and SHA256SUMS
#   RUNNER_OS, RUNNER_ARCH   as set by GitHub's runners; detected if unset
set -eu

folder=$1
os=${RUNNER_OS:-$(uname -s)}
arch=${RUNNER_ARCH:-$(uname -m)}
case $arch in
  X64 | x86_64 | amd64) arch=x64 ;;
  ARM64 | aarch64 | arm64) arch=arm64 ;;
esac
suffix=
case $os in
  Linux)
    target=linux-$arch
    # Alpine and other systems with musl.
    if [ -n "$(find /lib -maxdepth 1 -name 'ld-musl-*' 2>/dev/null)" ]; then target=$target-musl; fi
    ;;
  macOS | Darwin) target=darwin-$arch ;;
  Windows | MINGW* | MSYS*) target=windows-$arch suffix=.exe ;;
  *) target=$os-$arch ;;
esac
name=netlens-$target$suffix

mkdir -p "$folder"
cd "$folder"
get() { curl --fail --silent --show-error --location --retry 3 --output "$2" -- "$NETLENS_RELEASE/$1"; }
get SHA256SUMS SHA256SUMS
wanted=$(grep -E "^[0-9a-f]{64}  $name\$" SHA256SUMS) || {
  echo "netlens: $NETLENS_RELEASE has no $name" >&2
  exit 1
}
get "$name" "$name"
if command -v sha256sum >/dev/null; then check=sha256sum; else check='shasum -a 256'; fi
echo "$wanted" | $check -c - >/dev/null || {
  rm -f "$name"
  echo "netlens: $name does not match SHA256SUMS" >&2
  exit 1
}
mv "$name" "netlens$suffix"
chmod 755 "netlens$suffix"
