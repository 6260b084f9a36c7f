import type { Static } from 'typebox'
import * as Type from 'typebox'
import { parseSocialLink } from '#server/pages/social-links.ts'
import { PROCESSES } from './process-settings.ts'
import { choice, integer, list, matching, number, type SettingSchema, seconds, text, url } from './setting-schema.ts'

const MIN_SECRET_LENGTH = 32
/** Of a passphrase that encrypts backups. */
export const MIN_PASSPHRASE_LENGTH = 12
const MAX_SOCIAL_LINKS = 8
const MAX_REPLICAS = 32
const WEB = ['https:', 'http:'] as const
const POSTGRES = ['postgres:', 'postgresql:']

const EMAIL_ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/
const SENDER = /^([^<>\n\r]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const ORIGIN_OR_NONE = /^(none|[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(:\d{1,5})?)$/
const HOST_NAME = /^[a-z\d-]+(\.[a-z\d-]+)+$/i
const APPLE_APP_ID = /^[A-Z\d]{10}\.[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/
const ANDROID_APP = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+=(?:[A-F\d]{2}:){31}[A-F\d]{2}$/
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const BARE_URL = /^https?:\/\/[^/?#@\s]+\/?$/

/** Checks whether a URL is the root of a host, without a query or credentials. */
function isSiteRoot(value: string): boolean {
	const { pathname, search, hash, username } = new URL(value)
	return /^\/+$/.test(pathname) && !search && !hash && !username && !/[?#]/.test(value)
}

const isPostgresUrl = (value: string) => URL.canParse(value) && POSTGRES.includes(new URL(value).protocol)

/** Checks whether a URL can open an app: a custom scheme, or an https URL that an app claims. */
function isAppUrl(value: string): boolean {
	if (!URL.canParse(value)) return false
	const { protocol, search, hash } = new URL(value)
	return !/^(javascript|data|blob|file|about|vbscript|http):$/.test(protocol) && search === '' && hash === ''
}

const ADDRESS = {
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
	TRUSTED_PROXIES: integer(0, 10, {
		default: 0,
		summary: 'Number of proxies in front of the site',
		description:
			"The number of proxies in front of the site. That many entries of X-Forwarded-For are trusted to find a visitor's address, which rate limits use. With 0 the header is ignored.",
	}),
}

const DATA = {
	DATA_DIR: text({
		default: './data',
		summary: 'Folder of the embedded database, the secret, pictures and unsent mails',
		description:
			"The folder of the embedded database, the secret, users' pictures, drawn and fetched images, and unsent mails. Only one site can use a folder, and with the embedded database only one process.",
	}),
	DATABASE_URL: Type.Optional(
		url(POSTGRES, {
			unset: 'embedded database',
			example: 'postgres://user:password@host:5432/database',
			summary: 'PostgreSQL server: `postgres://user:password@host:5432/database`',
			description: 'A PostgreSQL server, 15 or newer, in place of the embedded database.',
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
		summary: 'Maximum number of connections of a process to that server, and to each replica',
		description:
			'The maximum number of connections that each process of the site opens to the PostgreSQL server, and to each replica.',
	}),
	DATABASE_WAIT_SECONDS: integer(0, 86_400, {
		default: 60,
		summary: 'How many seconds a start waits while that server is unreachable',
		description:
			'How many seconds a start waits while the PostgreSQL server is unreachable, before it exits with an error.',
	}),
	SECRET_KEY: Type.Optional(
		Type.Refine(
			text({
				unset: 'created on first start',
				isSecret: true,
				expected: `${MIN_SECRET_LENGTH} characters or more`,
				summary: 'Key material of sessions and cursors, 32 characters or more',
				description:
					'The key material of sessions and cursors, 32 characters or more. Without it the first start creates a secret and stores it in DATA_DIR. All processes of a site need the same one. A new one logs everyone out and drops waiting mails.',
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
					'The passphrase that encrypts backups, 12 characters or more. Without it backups are not encrypted. Keep it elsewhere too: nobody can restore an encrypted backup without it.',
			}),
			(value) => value.length >= MIN_PASSPHRASE_LENGTH,
		),
	),
}

const LIMITS = {
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
			'The maximum number of simultaneous connections from one address (for IPv6, one /64 network) to each process. Applies with TRUSTED_PROXIES=0 only.',
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

const MAIL = {
	SMTP_URL: Type.Optional(
		Type.Refine(
			url(['smtp:', 'smtps:'], {
				unset: 'mails become files in `DATA_DIR`',
				example: 'smtp://user:password@mail.example:587',
				expected: 'a URL that starts with smtp:// or smtps:// and names a host',
				summary: 'Mail server: `smtp://user:password@mail.example:587`',
				description:
					'The mail server. `smtp://` upgrades to TLS with STARTTLS if the server offers it; `smtps://`, usually port 465, uses TLS from the start. Percent-encode special characters in the user name and password. Needs MAIL_FROM and PUBLIC_URL. Without it mails are written to files in DATA_DIR/mail, and the log names each file.',
			}),
			(value) => URL.canParse(value) && new URL(value).hostname !== '',
		),
	),
	MAIL_FROM: matching(SENDER, {
		default: 'Savepoint <no-reply@localhost>',
		example: 'Savepoint <no-reply@savepoint.example>',
		expected: 'an email address, with or without a name',
		summary: 'Sender of mails, such as `Savepoint <no-reply@savepoint.example>`',
		description: "The sender of the site's mails. Required with SMTP_URL.",
	}),
}

const OPERATOR = {
	CONTACT_EMAIL: matching(EMAIL_ADDRESS, {
		default: 'contact@localhost',
		expected: 'an email address',
		summary: 'Your address, shown on the About and Privacy pages',
		description: 'Your email address, which the About and Privacy pages show.',
	}),
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
	LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent'], {
		default: 'info',
		summary: '`debug`, `info`, `warn`, `error` or `silent`',
		description: 'The minimum level of log lines.',
	}),
}

const MONITORING = {
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

const IMAGES = {
	CATALOG_IMAGES: choice(['on', 'off'], {
		default: 'on',
		formerName: 'CATALOGUE_IMAGES',
		summary:
			'`off`: imported games have drawn covers only; [what is fetched](docs/self-hosting.md#images-of-imported-games)',
		description:
			'Whether the site shows the covers and screenshots of imported games. It fetches them from the hosts of IGDB and Wikimedia and from CATALOG_IMAGE_HOSTS, keeps them for 30 days and serves them itself. With off, covers are drawn.',
	}),
	CATALOG_IMAGE_HOSTS: list(Type.String({ pattern: HOST_NAME }), {
		default: [],
		formerName: 'CATALOGUE_IMAGE_HOSTS',
		example: 'images.example cdn.example',
		expected: 'host names, separated by spaces',
		summary: 'More hosts from which images of imported games may be fetched',
		description: 'More hosts from which images of imported games may be fetched, separated by spaces.',
	}),
	PICTURE_CACHE_MB: integer(10, 10_000_000, {
		default: 1000,
		summary: 'Maximum size of drawn and fetched images in `DATA_DIR`, in megabytes',
		description:
			'The maximum size of drawn and fetched images in DATA_DIR, in megabytes. The least recently used images are deleted first.',
	}),
}

const STORAGE = {
	S3_ENDPOINT: Type.Optional(
		Type.Refine(
			matching(BARE_URL, {
				unset: 'pictures are files in `DATA_DIR`',
				isSecret: true,
				example: 'https://s3.eu-central-1.amazonaws.com',
				expected: 'a URL without a path',
				summary: "S3-compatible storage for users' pictures",
				description: 'The URL of the storage, without a path.',
			}),
			(value) => URL.canParse(value),
		),
	),
	S3_BUCKET: Type.Optional(
		matching(BUCKET_NAME, {
			expected: 'a bucket name: 3 to 63 lowercase letters, digits, dots and hyphens',
			summary: 'Its bucket',
			description: 'The bucket. It does not have to be public.',
		}),
	),
	S3_REGION: text({
		default: 'us-east-1',
		summary: 'Its region',
		description: 'The region, as the storage calls it; `auto` for some.',
	}),
	S3_ACCESS_KEY_ID: Type.Optional(
		text({
			summary: 'Access key, which may read, write, delete and list objects',
			description: 'The access key, which must be allowed to read, write, delete and list objects.',
		}),
	),
	S3_SECRET_ACCESS_KEY: Type.Optional(
		text({
			isSecret: true,
			summary: 'Secret of that key',
			description: 'The secret of the access key.',
		}),
	),
}

const SIGN_IN = {
	GOOGLE_CLIENT_ID: Type.Optional(
		text({
			unset: 'not offered',
			summary:
				'Client for logging in with Google; [how to register](docs/self-hosting.md#logging-in-with-google-or-facebook)',
			description:
				'The ID of the client that you registered at Google for your site. Its redirect URI is PUBLIC_URL/api/auth/google/callback.',
		}),
	),
	GOOGLE_CLIENT_SECRET: Type.Optional(
		text({ isSecret: true, summary: 'Secret of that client', description: 'The secret of the client at Google.' }),
	),
	GOOGLE_ISSUER: url(WEB, {
		appliesWith: 'GOOGLE_CLIENT_ID',
		default: 'https://accounts.google.com',
		summary: 'Another OpenID provider in place of Google',
		description: 'Another OpenID provider in place of Google.',
	}),
	FACEBOOK_APP_ID: Type.Optional(
		text({
			unset: 'not offered',
			summary: 'App for logging in with Facebook',
			description:
				'The ID of the app that you registered at Facebook for your site. Its redirect URI is PUBLIC_URL/api/auth/facebook/callback, and its data deletion request URL is PUBLIC_URL/api/auth/facebook/data-deletion.',
		}),
	),
	FACEBOOK_APP_SECRET: Type.Optional(
		text({ isSecret: true, summary: 'Secret of that app', description: 'The secret of the app at Facebook.' }),
	),
	FACEBOOK_DIALOG_URL: url(WEB, {
		appliesWith: 'FACEBOOK_APP_ID',
		default: 'https://www.facebook.com/v24.0/dialog/oauth',
		summary: "Facebook's login dialog",
		description: "Facebook's login dialog.",
	}),
	FACEBOOK_TOKEN_URL: url(WEB, {
		appliesWith: 'FACEBOOK_APP_ID',
		default: 'https://graph.facebook.com/v24.0/oauth/access_token',
		summary: "Facebook's token endpoint",
		description: "Facebook's token endpoint.",
	}),
	FACEBOOK_GRAPH_URL: url(WEB, {
		appliesWith: 'FACEBOOK_APP_ID',
		default: 'https://graph.facebook.com/v24.0',
		summary: "Facebook's Graph API",
		description: "Facebook's Graph API.",
	}),
}

const APP = {
	APP_ORIGINS: list(Type.String({ pattern: ORIGIN_OR_NONE }), {
		default: ['capacitor://localhost', 'https://localhost'],
		example: 'https://localhost',
		expected: 'origins separated by spaces, or none',
		summary: 'Origins of the native app, or `none`',
		description:
			"Origins of the native app's pages, separated by spaces, or the word none. Pages of no other site may call the API.",
	}),
	OAUTH_REDIRECT_URIS: list(Type.Refine(Type.String(), isAppUrl), {
		default: ['savepoint://oauth/callback'],
		example: 'savepoint://oauth/callback',
		expected: 'app URLs without a query, separated by commas',
		summary: 'App URLs that a social log-in may return to',
		description: 'URLs of your own apps that a log-in with Google or Facebook may return to, separated by commas.',
	}),
	APPLE_APP_IDS: list(Type.String({ pattern: APPLE_APP_ID }), {
		default: [],
		example: 'ABCDE12345.app.savepoint',
		expected: 'app IDs, each a team ID and a bundle ID, separated by commas',
		summary: 'iOS apps that open links to the site; [the app](docs/mobile.md)',
		description:
			'Your iOS apps that open links to the site: team ID and bundle ID, separated by commas. docs/mobile.md says where to find them.',
	}),
	ANDROID_APPS: list(Type.String({ pattern: ANDROID_APP }), {
		default: [],
		example: 'app.savepoint=14:6D:E9:…',
		expected: 'package names, each with the SHA-256 fingerprint of its certificate in capitals, separated by commas',
		summary: 'Android apps that open links to the site',
		description:
			'Your Android apps that open links to the site: package name and SHA-256 fingerprint of the signing certificate, separated by commas. docs/mobile.md says where to find them.',
	}),
}

const IMPORT = {
	IGDB_CLIENT_ID: Type.Optional(
		text({
			unset: 'not available',
			summary: 'Your application at Twitch, to import games from IGDB; [how to get it](docs/catalog.md#igdb)',
			description:
				'The ID of your application at https://dev.twitch.tv/console/apps, to import games from IGDB. It is free for non-commercial sites; docs/catalog.md has the steps. Set both the ID and the secret, or neither.',
		}),
	),
	IGDB_CLIENT_SECRET: Type.Optional(
		text({
			isSecret: true,
			summary: 'Secret of that application',
			description: 'The secret of the application at Twitch.',
		}),
	),
	WIKIDATA_SITELINKS: integer(0, 1000, {
		default: 10,
		summary: 'Minimum number of articles about a game, in Wikipedias and their sister projects, to import it',
		description:
			'The minimum number of articles about a game, in Wikipedias and their sister projects, for importing it from Wikidata. A lower number imports more, less known games. Wikidata asks its users to identify themselves: set PUBLIC_URL or CONTACT_EMAIL.',
	}),
	WIKIDATA_ENDPOINT: url(WEB, {
		default: 'https://query.wikidata.org/sparql',
		summary: "Another SPARQL service with Wikidata's data",
		description: "Another SPARQL service with Wikidata's data.",
	}),
}

/** Every environment variable that the site reads. `npm run settings` generates `.env.example` and README.md's table from it. */
export const SETTINGS = Type.Object({
	...ADDRESS,
	...DATA,
	...PROCESSES,
	...LIMITS,
	...MAIL,
	...OPERATOR,
	...MONITORING,
	...IMAGES,
	...STORAGE,
	...SIGN_IN,
	...APP,
	...IMPORT,
})
export type Settings = Static<typeof SETTINGS>
export type SettingName = keyof Settings

/** The settings in groups, in the order of the docs. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
	{ title: 'Address', settings: ADDRESS },
	{ title: 'Data', settings: DATA },
	{ title: 'Processes', settings: PROCESSES },
	{ title: 'Limits', settings: LIMITS },
	{ title: 'Mail', settings: MAIL },
	{ title: 'Operator', settings: OPERATOR },
	{ title: 'Monitoring', settings: MONITORING },
	{ title: 'Images of games', settings: IMAGES },
	{
		title: 'Storage of pictures',
		description:
			"An S3-compatible storage (AWS, MinIO, Garage, R2 …) for users' pictures, in place of DATA_DIR/pictures. Set all of the four without a default, or none.",
		settings: STORAGE,
	},
	{
		title: 'Log in with Google or Facebook',
		description: 'A provider is offered once both its ID and its secret are set.',
		settings: SIGN_IN,
	},
	{ title: 'Apps', settings: APP },
	{ title: 'Import of games', settings: IMPORT },
]

interface SettingGroup {
	title: string
	/** Description of the whole group. */
	description?: string
	settings: Readonly<Partial<Record<SettingName, object>>>
}

/** Returns the schema of a setting. */
export function getSettingSchema(name: SettingName): SettingSchema {
	const schemas: Readonly<Record<SettingName, object>> = SETTINGS.properties
	return schemas[name] as SettingSchema
}
