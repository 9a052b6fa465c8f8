#!/bin/sh
# Runs a Python script in a real Blender window, on an X server that nobody sees.
# Usage: tools/blender_window.sh FOLDER SCRIPT [ARGUMENT...]
#
# FOLDER is the script's whole world: it is /session inside, holds SCRIPT, and takes what it writes.
# FOOTFALL_WINDOW is the window's size, such as 1280x900. The Blender is the one that tools/setup_blender_window.sh set up; needs root for chroot and mounts.
set -eu

chroot=${FOOTFALL_CHROOT:-/opt/blender-chroot}
folder=$(readlink -f "$1")
script=$2
size=${FOOTFALL_WINDOW:-1280x900}
shift 2

# The X server names the display that it found free.
display_file=$(mktemp)
Xvfb -displayfd 3 -screen 0 "${size}x24" +extension GLX +render -noreset \
    3>"$display_file" >"$folder/xvfb.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; rm -f "$display_file"' EXIT
trap 'exit 1' INT TERM
for _ in $(seq 100); do
    [ -s "$display_file" ] && break
    sleep 0.1
done
display=$(cat "$display_file")
[ -n "$display" ] || { echo "The X server did not start: see $folder/xvfb.log." >&2; exit 1; }

# Mounts and processes live in namespaces of their own, so both are gone when Blender ends.
inside='
    chroot=$1 folder=$2 script=$3 size=$4; shift 4
    mkdir -p "$chroot/session" "$chroot/tmp/.X11-unix"
    mount -t proc proc "$chroot/proc"
    mount --rbind /dev "$chroot/dev"
    mount --bind /tmp/.X11-unix "$chroot/tmp/.X11-unix"
    mount --bind "$folder" "$chroot/session"
    exec chroot "$chroot" sh -c "cd /session && exec \"\$@\"" sh \
        blender --factory-startup --enable-event-simulate --no-window-focus -p 0 0 "${size%x*}" "${size#*x}" \
        --python-exit-code 1 --python "/session/$script" -- "$@"
'
# Without bytecode, which an artist's Python keeps, each worker compiles all wheels anew.
unset PYTHONDONTWRITEBYTECODE
DISPLAY=":$display" HOME=/session LANG=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 \
    PATH=/usr/bin:/bin:/usr/sbin:/sbin \
    BLENDER_USER_RESOURCES=/session/user NUMBA_CACHE_DIR='' \
    unshare --mount --pid --fork --kill-child sh -eu -c "$inside" sh "$chroot" "$folder" "$script" "$size" "$@"
