#!/bin/sh
# Sets up a real Blender in a Debian chroot, and the X server for its window, for tests/test_window.py.
# Needs root on Debian or Ubuntu, about 1.5 GB and a few minutes; run again, it does only what is missing.
# With the word "host" it installs the host's packages alone.
#
# Debian 13 (trixie) has Blender 4.3 with Python 3.13. The chroot keeps it away from the host, whose
# own Blender may be too old.
set -eu

chroot=${FOOTFALL_CHROOT:-/opt/blender-chroot}
suite=${FOOTFALL_SUITE:-trixie}
mirror=${FOOTFALL_MIRROR:-http://deb.debian.org/debian}
here=$(dirname "$(readlink -f "$0")")
wheels=/opt/footfall/wheels

export DEBIAN_FRONTEND=noninteractive
lock=DPkg::Lock::Timeout=600  # [s] that another installation may take

if ! command -v debootstrap >/dev/null || ! command -v Xvfb >/dev/null; then
    apt-get update -qq -o "$lock"
    apt-get install -y -qq -o "$lock" --no-install-recommends debootstrap xvfb
fi
[ "${1:-}" != host ] || exit 0

# Made aside and moved, so that an interrupted run leaves no half a system.
if [ ! -d "$chroot" ]; then
    rm -rf "$chroot.part"
    debootstrap --variant=minbase "$suite" "$chroot.part" "$mirror"
    mv "$chroot.part" "$chroot"
fi

inside() { chroot "$chroot" env DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 "$@"; }

# Blender starts without its recommended packages; Mesa's software renderer draws the window.
# imagemagick takes the pictures of the screen.
if [ ! -x "$chroot/usr/bin/blender" ] || [ ! -x "$chroot/usr/bin/import" ]; then
    inside apt-get update -qq
    inside apt-get install -y -qq --no-install-recommends \
        blender python3-numpy python3-requests python3-cattr python3-zstandard \
        libgl1 libegl1 libopengl0 libgl1-mesa-dri libglx-mesa0 fonts-dejavu-core \
        imagemagick
    inside apt-get clean
fi

# PyBullet has no ready wheel for this Python, so its slim one is made, as for our zips.
if ! ls "$chroot$wheels"/pybullet-*.whl >/dev/null 2>&1; then
    compiler=$here/../build/compiler
    ${PYTHON:-python3.11} -m venv "$compiler"
    "$compiler/bin/pip" install -qq --upgrade 'pip>=25.1'
    "$compiler/bin/pip" install -qq --group "$here/../pyproject.toml:wheels"
    version=$(inside python3 -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
    "$compiler/bin/python" "$here/cross_wheels.py" --platform "manylinux_2_17_$(uname -m)" \
        --python "$version" --output "$chroot$wheels.part"
    mkdir -p "$chroot$wheels"
    mv "$chroot$wheels.part"/*.whl "$chroot$wheels"
    rmdir "$chroot$wheels.part"
fi

inside blender --version 2>/dev/null | head -n 1
inside python3 --version
ls "$chroot$wheels"
