#!/bin/sh
# Installs what the tests want from the system and pip cannot give: PostgreSQL and Chromium.
# Where it may not, it says what to install; the tests that need it are then skipped (with CI=true they fail).
set -u
missing=""
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 \
    || command -v google-chrome >/dev/null 2>&1 || missing="$missing chromium"
[ -z "$missing" ] && exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "Installing$missing …"
    { apt-get update --quiet=2 && DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends $missing; } \
        >/dev/null && exit 0
fi
echo "Some tests need$missing and will be skipped. hint: install$missing (Debian: apt install$missing)."
exit 0
