#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the autograder's image.
set -e
cd /autograder/source
apt-get update -q
apt-get install -yq python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet -c constraints.txt .
# What was handed in runs as another user, who must not read the hidden cases.
chmod -R go-rwx /autograder/source
