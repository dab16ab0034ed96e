#!/bin/sh
# /usr/local/bin/upcard: the command line of the house that the units run. Root types it; it becomes the house's own
# user and takes the units' settings, so that nothing it writes belongs to anybody else.
set -a
. /etc/upcard/upcard.env
set +a
umask 077
export HOME=/var/lib/upcard
exec runuser -u upcard -- /opt/upcard/.venv/bin/upcard "$@"
