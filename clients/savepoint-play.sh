#!/bin/sh
# Reports what you play to a Savepoint site. Needs a POSIX shell and curl; see README.md beside it.
# What cannot be sent waits in a folder. Each sitting has a key, so that nothing counts twice.
set +x
set -eu
umask 077

config=${SAVEPOINT_CONFIG:-${XDG_CONFIG_HOME:-$HOME/.config}/savepoint/play.conf}
state=${SAVEPOINT_STATE:-${XDG_STATE_HOME:-$HOME/.local/state}/savepoint-play}
running=$state/running
queue=$state/queue
refused=$state/refused
batch=100

usage() {
	cat <<'USAGE'
savepoint-play.sh start GAME            a game begins
savepoint-play.sh stop GAME             it has ended: queues the time and sends it
savepoint-play.sh run GAME -- COMMAND   runs a game and reports it
savepoint-play.sh send                  sends what waits
savepoint-play.sh status                says what waits

GAME is one or more of
  --name NAME   --platform PLATFORM   --year YEAR
  --steam ID    --igdb ID    --gog ID    --wikidata ID    --store STORE --store-id ID
USAGE
}

fail() {
	printf 'savepoint-play: %s\n' "$1" >&2
	exit "${2:-1}"
}

# A setting from the environment, else from the file of settings: lines like url=https://games.example
setting() {
	[ -r "$config" ] || return 0
	sed -n "s/^$1=//p" "$config" | tail -n 1 | tr -d '\r'
}

# Texts of JSON, without control characters
quote() {
	printf '%s' "$1" | tr '\000-\037\177' ' ' | sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$/"/'
}

number() {
	case $2 in '' | *[!0-9]*) fail "$1 needs a number" 2 ;; esac
	printf '%s' "$2" | sed 's/^0*\([0-9]\)/\1/'
}

now() {
	date +%Y-%m-%dT%H:%M:%S%z | sed 's/\(..\)$/:\1/'
}

# Writes standard input to a file that is there whole or not at all
put() {
	cat >"$1.$$.new"
	mv -f "$1.$$.new" "$1"
}

# Reads the options that name a game into $game, and leaves the number of arguments that it took in $taken
read_game() {
	game=
	taken=0
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		[ $# -ge 2 ] || fail "$1 needs a value" 2
		case $1 in
		--name) field=name value=$(quote "$2") ;;
		--platform) field=platform value=$(quote "$2") ;;
		--year) field=releaseYear value=$(number "$1" "$2") ;;
		--steam) field=steamAppId value=$(quote "$2") ;;
		--igdb) field=igdbId value=$(quote "$2") ;;
		--gog) field=gogId value=$(quote "$2") ;;
		--wikidata) field=wikidataId value=$(quote "$2") ;;
		--store) field=store value=$(quote "$2") ;;
		--store-id) field=storeId value=$(quote "$2") ;;
		*) fail "unknown option $1" 2 ;;
		esac
		game="$game${game:+,}\"$field\":$value"
		shift 2
		taken=$((taken + 2))
	done
	[ -n "$game" ] || fail 'which game? See --help' 2
	game="{$game}"
	# One sitting of a game at a time
	sitting=$running/$(printf '%s' "$game" | cksum | tr ' ' '-')
}

connect() {
	url=${SAVEPOINT_URL:-$(setting url)}
	token=$(printf '%s' "${SAVEPOINT_TOKEN:-$(setting token)}" | tr -cd 'A-Za-z0-9_')
	client=${SAVEPOINT_CLIENT:-$(setting client)}
	client=$(quote "${client:-savepoint-play}")
	url=${url%/}
	[ -n "$url" ] && [ -n "$token" ]
}

# Posts a file to a call of the API. The token goes through a pipe, so that it is in no list of processes.
post() {
	printf 'header = "Authorization: Bearer %s"\n' "$token" |
		curl --config - --silent --connect-timeout 5 --max-time 30 --header 'Content-Type: application/json' \
			--data-binary "@$2" --output "$3" --write-out '%{http_code}' "$url/api/play-sessions/$1" 2>/dev/null || true
}

show_playing() {
	connect || return 0
	printf '{"client":%s,"game":%s}' "$client" "$game" >"$state/playing.$$.json"
	post playing "$state/playing.$$.json" /dev/null >/dev/null
	rm -f "$state/playing.$$.json"
}

start() {
	printf '%s\n%s\n%s\n' "$(date +%s)-$$-$(od -An -N6 -tx1 /dev/urandom | tr -d ' \n')" "$(now)" "$game" | put "$sitting"
	show_playing >/dev/null 2>&1 </dev/null &
}

stop() {
	[ -r "$sitting" ] || fail 'this game was not started'
	ended=$(now)
	{
		read -r key
		read -r started
	} <"$sitting"
	# If this is killed in between, the next stop has the same key
	printf '{"key":"%s","game":%s,"startedAt":"%s","endedAt":"%s"}\n' "$key" "$game" "$started" "$ended" | put "$queue/$key.json"
	rm -f "$sitting"
}

# Sends the queue in parts, the oldest first. Returns 1 if something still waits.
send() {
	connect || fail "the address or the token is missing in $config"
	work=$(mktemp -d "$state/send.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	while :; do
		find "$queue" -name '*.json' -type f | sort | head -n "$batch" >"$work/files"
		[ -s "$work/files" ] || return 0
		{
			printf '{"client":%s,"reports":[' "$client"
			separator=
			while read -r file; do
				# Another run may have sent it
				report=$(cat "$file" 2>/dev/null) || continue
				printf '%s%s' "$separator" "$report"
				printf '%s\n' "$file" >&3
				separator=,
			done <"$work/files" 3>"$work/sent"
			printf ']}'
		} >"$work/body"
		[ -s "$work/sent" ] || continue
		code=$(post report "$work/body" "$work/answer")
		if [ "$code" != 200 ]; then
			case $code in
			000 | '') reason='the site cannot be reached' ;;
			401 | 403) reason="the site refuses the token ($code)" ;;
			*) reason="the site answers $code" ;;
			esac
			printf 'savepoint-play: %s; your play time waits and will be sent later\n' "$reason" >&2
			return 1
		fi
		# One status for each report, in order
		grep -o '"status":"[a-z]*"' "$work/answer" | cut -d '"' -f 4 >"$work/states"
		[ "$(wc -l <"$work/states")" -eq "$(wc -l <"$work/sent")" ] || fail 'the answer of the site could not be understood'
		paste "$work/states" "$work/sent" | while read -r status file; do
			if [ "$status" = refused ]; then mv -f "$file" "$refused/" 2>/dev/null || true; else rm -f "$file"; fi
		done
		if grep -q '^refused$' "$work/states"; then
			grep -o '"error":"[^"]*"' "$work/answer" | cut -d '"' -f 4 | sort -u | sed 's/^/savepoint-play: refused: /' >&2
		fi
	done
}

count() {
	find "$1" -type f ! -name '*.new' | wc -l | tr -d ' '
}

mkdir -p "$running" "$queue" "$refused"
command=${1:-}
[ $# -eq 0 ] || shift
case $command in
start)
	read_game "$@"
	start
	;;
stop)
	read_game "$@"
	stop
	send || true
	;;
run)
	read_game "$@"
	shift "$taken"
	[ $# -ge 2 ] || fail 'which command? run GAME -- COMMAND' 2
	shift
	start
	# The keys that end a game must not end its report
	trap : INT TERM HUP
	status=0
	"$@" || status=$?
	stop
	(send) || true
	exit "$status"
	;;
send) send ;;
status) printf '%s running, %s waiting, %s refused\n' "$(count "$running")" "$(count "$queue")" "$(count "$refused")" ;;
-h | --help | help) usage ;;
*)
	usage >&2
	exit 2
	;;
esac
