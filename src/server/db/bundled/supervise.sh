#!/bin/sh
# Runs a PostgreSQL server for as long as a process has the pipe `lease` open for writing: however a process ends, the system
# closes its end. Also ends when the server does; whoever still needs it starts it again.
# Usage: supervise.sh <folder> <program> [argument]…

# Of each of the files `log` and `log.1`
MAX_LOG_LINES=5000

cd "$1" || exit 1
shift
umask 077
trap '' HUP INT PIPE

write_log() {
	lines=$(wc -l 2>/dev/null <log)
	while IFS= read -r line; do
		if [ "${lines:-0}" -ge "$MAX_LOG_LINES" ]; then
			mv log log.1
			lines=0
		fi
		printf '%s\n' "$line" >>log
		lines=$((${lines:-0} + 1))
	done
}

write_log <log-pipe 2>/dev/null &
exec 2>log-pipe

# Opening waits for the first holder; reading ends with the last one
exec 3<lease
(
	exec 2>/dev/null
	while read -r _ <&3; do :; done
	kill -TERM $$
) &
watcher=$!
exec 3<&-

server=
is_stopping=
stop() {
	is_stopping=1
	[ -n "$server" ] || return
	# The first ends a server that does not handle signals yet, the second asks for a fast shutdown
	kill -TERM "$server" 2>/dev/null
	kill -INT "$server" 2>/dev/null
}
trap stop TERM

"$@" >&2 &
server=$!
[ -z "$is_stopping" ] || stop
# The signal interrupts the wait, not the server
while
	wait "$server"
	kill -0 "$server" 2>/dev/null
do :; done
kill "$watcher" 2>/dev/null
