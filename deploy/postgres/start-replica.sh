#!/bin/bash
# Copies the server of PRIMARY_HOST unless that is done, and then runs the command, a PostgreSQL server, as its replica.
set -euo pipefail

# A container's first program ignores signals without this
trap 'exit 143' TERM INT

if [ ! -s "$PGDATA/PG_VERSION" ]; then
	# Under another name until it is complete: an interrupted copy starts again
	copy=$PGDATA.copy
	export PGPASSWORD=$REPLICATION_PASSWORD
	mkdir -p "$(dirname "$PGDATA")"
	until rm -rf "$copy" && pg_basebackup --pgdata="$copy" --host="$PRIMARY_HOST" --username=replicator \
		--slot=replica --wal-method=stream --checkpoint=fast --write-recovery-conf; do
		echo 'The primary server could not be copied; the next attempt is in 2 seconds.'
		sleep 2
	done
	chmod 700 "$copy"
	rm -rf "$PGDATA"
	mv "$copy" "$PGDATA"
	unset PGPASSWORD
fi
exec "$@"
