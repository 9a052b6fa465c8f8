#!/bin/sh
# Runs the Python of the window's Blender with the wheels of the extension, to compile laws for it.
# Usage: tools/window_python.sh ARGUMENT...
#
# PYTHONPATH and NUMBA_CACHE_DIR name folders inside the chroot of tools/setup_blender_window.sh,
# which holds the wheels as well; needs root for chroot.
set -eu

chroot=${FOOTFALL_CHROOT:-/opt/blender-chroot}
parts=$(mktemp -d "$chroot/tmp/parts.XXXXXX")
trap 'rm -rf "$parts"' EXIT
for wheel in "$chroot"/opt/footfall/wheels/*.whl; do
    python3 -m zipfile -e "$wheel" "$parts"
done
unset PYTHONDONTWRITEBYTECODE
chroot "$chroot" env PYTHONPATH="${PYTHONPATH#"$chroot"}:${parts#"$chroot"}" \
    NUMBA_CACHE_DIR="${NUMBA_CACHE_DIR#"$chroot"}" HOME=/tmp LANG=C.UTF-8 \
    PATH=/usr/bin:/bin python3 "$@"
