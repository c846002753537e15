#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the autograder's image.
set -e
cd /autograder/source

# Tell whether a Python is new enough and can make virtual environments.
usable() {
  "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2> /dev/null
}

# Print the first usable Python, if there is one.
find_python() {
  for python in python3.11 python3.12 python3.13 python3; do
    if usable "$python"; then echo "$python"; return; fi
  done
}

# Ubuntu 22.04 has 3.10 as python3 and 3.11 beside it, 24.04 has 3.12; older ones have the PPA.
python=$(find_python)
if [ -z "$python" ]; then
  apt-get update -q
  for version in 3.11 3.12 3.13; do
    if apt-get install -yq "python$version" "python$version-venv"; then break; fi
  done
  python=$(find_python)
fi
if [ -z "$python" ]; then
  if apt-get install -yq software-properties-common \
    && add-apt-repository -y ppa:deadsnakes/ppa \
    && apt-get install -yq python3.11 python3.11-venv; then
    python=$(find_python)
  fi
fi
if [ -z "$python" ]; then
  found=$(python3 --version 2> /dev/null || echo "no python3")
  echo "setup.sh: $found here, and none newer to install; expected Python 3.11 or newer:" \
    "choose the base image Ubuntu 22.04 or newer" >&2
  exit 1
fi
"$python" -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet -c constraints.txt .
# Submissions run as another user, who must not read the hidden cases.
chmod -R go-rwx /autograder/source
