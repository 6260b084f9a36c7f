import * as Type from 'typebox'
import { REGISTRATION_MODES } from '#contract/registration-modes.ts'
import { parseSocialLink } from '#server/pages/social-links.ts'
import { choice, integer, list, matching, number, seconds, text, url, WEB } from './setting-schema.ts'

const MIN_SECRET_LENGTH = 32

/** Of a passphrase that encrypts backups. */
export const MIN_PASSPHRASE_LENGTH = 12

const MAX_SOCIAL_LINKS = 8
const MAX_REPLICAS = 32
const POSTGRES = ['postgres:', 'postgresql:']
const EMAIL_ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/

/** Checks whether a URL is the root of a host, without a query or credentials. */
function isSiteRoot(value: string): boolean {
	const { pathname, search, hash, username } = new URL(value)
	return /^\/+$/.test(pathname) && !search && !hash && !username && !/[?#]/.test(value)
}

const isPostgresUrl = (value: string) => URL.canParse(value) && POSTGRES.includes(new URL(value).protocol)

export const ADDRESS = {
	PORT: integer(0, 65_535, {
		default: 3000,
		summary: 'Port of the site',
		description: 'The port of the site. With 0 the system chooses a free one.',
	}),
	HOST: text({
		default: '::',
		summary: 'Address that the site listens on; `::` is every address of the machine',
		description:
			'The address that the site listens on. `::` is every address of the machine, IPv4 included; 127.0.0.1 is this machine only.',
	}),
	PUBLIC_URL: Type.Optional(
		Type.Refine(
			url(WEB, {
				unset: 'taken from each request',
				example: 'https://savepoint.example',
				expected: 'a URL that starts with https:// or http:// and has no path, query or user name',
				summary: 'Public URL of the site, such as `https://savepoint.example`',
				description:
					'The public URL of the site, without a path. Links, feeds, mails and the sitemap use it. Without it the site uses the host that each request names, so set it on a public site.',
			}),
			(value) => URL.canParse(value) && isSiteRoot(value),
		),
	),
	HSTS_SUBDOMAINS: choice(['off', 'on'], {
		default: 'off',
		summary: "`on`: browsers use https for all subdomains of the site's name as well",
		description:
			"Whether browsers, which use https alone for a year once PUBLIC_URL is https, do so for all subdomains of the site's name as well. Other services there cannot be reached over http then.",
	}),
	TRUSTED_PROXIES: integer(0, 10, {
		default: 0,
		summary: 'Number of proxies in front of the site',
		description:
			"The number of proxies in front of the site. That many entries of X-Forwarded-For are trusted to find a visitor's address, which rate limits use. With 0 the header is ignored.",
	}),
}

export const DATA = {
	DATA_DIR: text({
		default: './data',
		summary: 'Folder of the bundled database server, the secret, pictures and unsent mails',
		description:
			"The folder of the bundled database server, the secret, users' pictures, drawn and fetched images, and unsent mails. Without DATABASE_URL it has to be on a local disk, and only one site at a time can use it.",
	}),
	DATABASE_URL: Type.Optional(
		url(POSTGRES, {
			unset: 'the bundled server in `DATA_DIR`',
			example: 'postgres://user:password@host:5432/database',
			summary: 'PostgreSQL server: `postgres://user:password@host:5432/database`',
			description:
				'A PostgreSQL server, 15 or newer, in place of the bundled one, which the site runs in DATA_DIR. It is needed on Windows and on systems without the GNU C library such as Alpine, and to serve one site from several machines.',
		}),
	),
	DATABASE_DIRECT_URL: Type.Optional(
		url(POSTGRES, {
			unset: 'there is no pooler',
			example: 'postgres://user:password@host:5432/database',
			summary:
				'The same server without the pooler, if `DATABASE_URL` names PgBouncer; [PgBouncer](docs/self-hosting.md#pgbouncer)',
			description:
				'The same database without the pooler, for migrations and background work. Required if DATABASE_URL names PgBouncer or another pooler. The site then prepares no statements over DATABASE_URL.',
		}),
	),
	DATABASE_REPLICA_URLS: list(Type.Refine(Type.String(), isPostgresUrl), {
		default: [],
		separator: ',',
		maxItems: MAX_REPLICAS,
		isSecret: true,
		example: 'postgres://user:password@replica-1:5432/database',
		expected: 'URLs that start with postgres:// or postgresql://, separated by commas',
		summary: 'Streaming replicas that serve visitors; [replicas](docs/self-hosting.md#replicas)',
		description: `Streaming replicas of the database, which serve visitors' reads and rankings: up to ${MAX_REPLICAS} URLs, separated by commas. In a password, a comma is %2C.`,
	}),
	DATABASE_CONNECTIONS: integer(1, 1000, {
		default: 10,
		summary: 'Maximum number of connections of a process to the database server, and to each replica',
		description:
			'The maximum number of connections that each process of the site opens to the PostgreSQL server, and to each replica. The bundled server accepts 40 in total.',
	}),
	DATABASE_WAIT_SECONDS: integer(0, 86_400, {
		default: 60,
		summary: 'How many seconds a start waits for the database server',
		description:
			'How many seconds a start waits while the PostgreSQL server is unreachable, or the bundled one recovers from a crash, before it exits with an error.',
	}),
	SECRET_KEY: Type.Optional(
		Type.Refine(
			text({
				unset: 'created on first start',
				isSecret: true,
				expected: `${MIN_SECRET_LENGTH} characters or more`,
				summary: 'Key material of sessions and cursors, 32 characters or more',
				description:
					'The key material of sessions and cursors, 32 characters or more. Without it the first start creates a secret and stores it in DATA_DIR. All processes of a site need the same one. The site does not start with another one before it has been accepted: npm run admin -- accept-secret.',
			}),
			(value) => value.length >= MIN_SECRET_LENGTH,
		),
	),
	BACKUP_PASSPHRASE: Type.Optional(
		Type.Refine(
			text({
				unset: 'backups are not encrypted',
				isSecret: true,
				expected: `${MIN_PASSPHRASE_LENGTH} characters or more`,
				summary: 'Passphrase of backups, 12 characters or more; [backups](docs/backup.md)',
				description:
					'The passphrase that encrypts backups, 12 characters or more. Without it backups are not encrypted. Keep it elsewhere too: an encrypted backup cannot be restored without it.',
			}),
			(value) => value.length >= MIN_PASSPHRASE_LENGTH,
		),
	),
}

export const LIMITS = {
	RATE_LIMIT_FACTOR: number(0.01, 1_000_000, {
		default: 1,
		summary: 'Multiplies every rate limit',
		description: 'Multiplies every rate limit: 2 allows twice as much, 0.5 half.',
	}),
	MAX_CONNECTIONS: integer(10, 1_000_000, {
		default: 5000,
		summary: 'Maximum number of connections to a process',
		description: 'The maximum number of simultaneous connections to each process.',
	}),
	MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000, {
		default: 256,
		summary: 'Maximum number of connections from one address, with `TRUSTED_PROXIES=0`',
		description:
			'The maximum number of simultaneous connections from one address (for IPv6, one /64 network; four times as many from a /56, sixteen times from a /48) to each process. Applies with TRUSTED_PROXIES=0 only.',
	}),
	HEADERS_TIMEOUT_SECONDS: seconds({
		default: 15,
		summary: 'Time limit for receiving the headers of a request, in seconds',
		description: 'The time limit for receiving the headers of a request, in seconds.',
	}),
	REQUEST_TIMEOUT_SECONDS: seconds({
		default: 20,
		summary: 'Time limit for receiving a whole request, in seconds',
		description: 'The time limit for receiving a whole request, in seconds.',
	}),
	WRITE_TIMEOUT_SECONDS: seconds({
		default: 20,
		summary: 'How many seconds a client may stop reading its response',
		description: 'How many seconds a client may stop reading its response before the connection is closed.',
	}),
	KEEP_ALIVE_SECONDS: Type.Optional(
		seconds({
			unset: '15; 75 behind proxies',
			summary: 'How many seconds an idle connection stays open',
			description:
				'How many seconds an idle connection stays open between two requests. Without it 15, or 75 if TRUSTED_PROXIES is 1 or more. It must be longer than the proxy keeps its idle connections to the site.',
		}),
	),
}

export const OPERATOR = {
	CONTACT_EMAIL: matching(EMAIL_ADDRESS, {
		default: 'contact@localhost',
		expected: 'an email address',
		summary: 'Your address, shown on the About and Privacy pages',
		description: 'Your email address, which the About and Privacy pages show.',
	}),
	REGISTRATION: choice(REGISTRATION_MODES, {
		default: 'open',
		summary:
			'Who may join until an admin decides at `/admin/settings`: `open`, `approval`, `invite` or `closed`; [registration](docs/self-hosting.md#registration)',
		description:
			'Who may create an account: everyone (open), anyone a moderator approves (approval), anyone with an invite (invite) or no one (closed). It applies until an admin sets it at /admin/settings.',
	}),
	PROOF_OF_WORK: Type.Optional(
		choice(['off', 'abuse', 'always'], {
			unset: '`abuse`, but not for this machine',
			summary:
				'When browsers do a second of work before they register or ask for mails: `off`, `abuse` (many from one network) or `always`',
			description:
				'When a browser has to do about a second of work before it registers, asks for a password reset or reports something as a visitor: never (off), after five of these from one network within ten minutes and for each request that a moderator decides (abuse), or always. People see and do nothing for it; programs that sign up by the thousand pay for it. Without it abuse, but not for requests of this machine itself: everyone looks like this machine behind a proxy that TRUSTED_PROXIES does not count.',
		}),
	),
	SOCIAL_LINKS: list(
		Type.Refine(Type.String(), (value) => parseSocialLink(value) !== undefined),
		{
			default: [],
			separator: ',',
			maxItems: MAX_SOCIAL_LINKS,
			example: 'Mastodon=https://example.social/@us,GitHub=https://github.com/us',
			expected: 'names with web addresses, separated by commas',
			summary: 'Links in the footer of every page: `Mastodon=https://example.social/@us,GitHub=https://…`',
			description: `Links to the site's profiles elsewhere, shown with their logos in the footer of every page: up to ${MAX_SOCIAL_LINKS} names with addresses, separated by commas.`,
		},
	),
	SERVICE_WORKER: choice(['on', 'off'], {
		default: 'on',
		summary:
			'`off`: browsers remove the service worker, and with it push messages and the offline page; [when to use it](docs/self-hosting.md#push-messages)',
		description:
			'Whether browsers get the service worker that shows push messages and a page while the network is gone. With off, those that have it remove it on their next visit: the way out if it should ever be at fault.',
	}),
	LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent'], {
		default: 'info',
		summary: '`debug`, `info`, `warn`, `error` or `silent`',
		description: 'The minimum level of log lines.',
	}),
}

export const MONITORING = {
	METRICS_PORT: Type.Optional(
		integer(0, 65_535, {
			unset: 'no metrics',
			example: '9464',
			summary: 'Port of the metrics for Prometheus; [see it run](docs/self-hosting.md#see-it-run)',
			description:
				'The port where Prometheus reads metrics, at /metrics. With 0 the system chooses a free one. Without it there are no metrics.',
		}),
	),
	METRICS_HOST: text({
		appliesWith: 'METRICS_PORT',
		default: '127.0.0.1',
		summary: 'Address that the metrics listen on',
		description:
			'The address that the metrics listen on; 127.0.0.1 is this machine only. Everyone who reaches it can read them.',
	}),
	OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
		url(WEB, {
			unset: 'no traces',
			example: 'http://localhost:4318',
			summary: 'Collector that gets OpenTelemetry traces, over HTTP',
			description:
				'The base URL of an OpenTelemetry collector, which gets traces over HTTP at /v1/traces. The other variables of the OpenTelemetry packages apply too, such as OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS.',
		}),
	),
}
