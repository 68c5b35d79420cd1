#!/usr/bin/env bash
HERE="$(cd "$(dirname "$0")" && pwd)"
. ./plain.sh
source 'quoted.sh'
. "$HERE/near.sh"
. "${HERE}/deep/more.sh"
source "$(dirname "$0")/beside.sh"
. "$CONFIG"
. "lib/$name.sh"
