#!/bin/sh
# Names what this machine lacks, with the one line that installs it, before anything is installed.
# Usage: tools/check_system.sh PYTHON

python=${1:-python3.11}

if ! command -v "$python" >/dev/null 2>&1; then
    echo "Footfall needs Python 3.11 (the Python of Blender 4.2 to 5.0), but there is no '$python'." >&2
    echo "Install it:  apt-get install -y python3.11 python3.11-venv   (or: make PYTHON=/path/to/python3.11)" >&2
    exit 1
fi

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ "$version" != 3.11 ]; then
    echo "Footfall is developed on Python 3.11, but '$python' is Python $version." >&2
    echo "Say where 3.11 is:  make PYTHON=/path/to/python3.11" >&2
    exit 1
fi

if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    echo "'$python' cannot make a virtual environment: its venv module is missing." >&2
    echo "Install it:  apt-get install -y python3.11-venv" >&2
    exit 1
fi

[ "$(uname -s)" = Linux ] || exit 0

# What the bpy module links to outside its own folder: library and Debian package.
libraries='
libX11.so.6       libx11-6
libXext.so.6      libxext6
libXfixes.so.3    libxfixes3
libXi.so.6        libxi6
libXrender.so.1   libxrender1
libxkbcommon.so.0 libxkbcommon0
libSM.so.6        libsm6
libICE.so.6       libice6
libGL.so.1        libgl1
'

loads() { "$python" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$1" >/dev/null 2>&1; }

missing= packages=
while read -r library package; do
    [ -n "$library" ] || continue
    loads "$library" && continue
    missing="$missing $library"
    packages="$packages $package"
done <<LIST
$libraries
LIST

if [ -n "$missing" ]; then
    echo "Blender's Python module (bpy) needs system libraries that are missing here:$missing" >&2
    echo "Install them:  apt-get update && apt-get install -y$packages" >&2
    exit 1
fi

# Only rendering needs EGL, so its absence is worth a word and no more.
loads libEGL.so.1 || {
    echo "Note: libEGL.so.1 is missing, so preview frames are rendered on the CPU by Cycles." >&2
    echo "Faster previews:  apt-get update && apt-get install -y libegl1 libgl1-mesa-dri" >&2
}
exit 0
