#!/usr/bin/env bash
# What a build is linked to is listed with a version and a licence each: nothing is unknown, and what is surely there is told.
#   dependencies.sh PRESET
set -euo pipefail
root="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)"
command -v dpkg-query > /dev/null || { echo "no Debian: nothing to ask"; exit 0; }
table="$("$root/tools/dependencies" "$1")"
echo "$table"
for package in libsqlite3-0 libzstd1 zlib1g libc6 nlohmann-json3-dev; do
  grep -qE "^$package +[^ ]*[0-9][^ ]* +[^ ]" <<< "$table" || { echo "$package is not told" >&2; exit 1; }
done
unknown="$(tail -n +2 <<< "$table" | awk -F '  +' 'NF < 4 || $2 !~ /[0-9]/ || $3 == "?"')"
[ -z "$unknown" ] || { echo "without version or licence: $unknown" >&2; exit 1; }
