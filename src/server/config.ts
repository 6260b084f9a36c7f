import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Default, Parse } from 'typebox/value'
import type { RegistrationMode } from '#contract/registration-modes.ts'
import type { SocialLink } from '#contract/site.ts'
import type { DatabasePlace } from '#server/db/connect.ts'
import type { Bucket } from '#server/features/media/bucket.ts'
import { parseSocialLink } from '#server/pages/social-links.ts'
import { findMistakes, parseSetting, type RawSetting } from './settings/setting-values.ts'
import { getSettingSchema, SETTINGS, type SettingName, type Settings } from './settings/settings.ts'
import { findUnknownNames, type UnknownName } from './settings/unknown-names.ts'

/** The configuration of the site, read once from the environment; `settings/settings.ts` describes each variable. */
export interface Config {
	host: string
	port: number
	/** Folder of the bundled database server, the secret and uploaded files. */
	dataDir: string
	/** URL of a PostgreSQL server; undefined: the bundled one in the data folder. */
	databaseUrl: string | undefined
	/** URL of the same server without the pooler that `databaseUrl` names; undefined: that is no pooler. */
	databaseDirectUrl: string | undefined
	/** URLs of streaming replicas, which serve visitors. */
	databaseReplicaUrls: readonly string[]
	/** Maximum number of connections that a process opens to it. */
	databaseConnections: number
	/** How many seconds startup waits for the PostgreSQL server. */
	databaseWaitSeconds: number
	/** The number of processes that serve the site on this machine. */
	workers: number
	/** URL of a Redis or Valkey server that counts for all processes; undefined: each counts by itself. */
	redisUrl: string | undefined
	/** Public URL of the site, without a trailing slash; undefined: the host of each request. */
	publicUrl: string | undefined
	hstsSubdomains: 'off' | 'on'
	/** Origins of the native app's pages, the only other origins that may call the API. */
	appOrigins: readonly string[]
	/** The iOS apps that open links to the site: team ID and bundle ID. */
	appleAppIds: readonly string[]
	/** The Android apps that open links to the site, each with the SHA-256 fingerprint of its signing certificate. */
	androidApps: readonly { packageName: string; fingerprint: string }[]
	/** The number of proxies in front of the server that are trusted to report the client's address. */
	trustedProxies: number
	/** Maximum number of simultaneous connections to a process. */
	maxConnections: number
	/** Maximum number of connections per address; applies without proxies only. */
	maxConnectionsPerAddress: number
	/** Time limits for receiving the headers of a request, and the whole request. */
	headersTimeoutMs: number
	requestTimeoutMs: number
	/** Time limit for a client that stops reading its response. */
	writeTimeoutMs: number
	/** Time limit for an idle connection between two requests. */
	keepAliveMs: number
	/** Key material of tokens, at least 32 characters; undefined: generated once and stored in the data folder. */
	secretKey: string | undefined
	/** Encrypts backups; undefined: they are not encrypted. */
	backupPassphrase: string | undefined
	/** Multiplies every rate limit. */
	rateLimitFactor: number
	logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
	/** The operator's email address, shown on the site. */
	contactEmail: string
	/** Who may create an account, until an admin decides. */
	registration: RegistrationMode
	/** When registering and asking for mails need a proof of work. */
	proofOfWork: 'off' | 'abuse' | 'always'
	/** Whether requests of this machine itself may need one for signs of abuse. */
	proofFromLoopback: boolean
	/** Links in the footer of every page. */
	socialLinks: readonly SocialLink[]
	/** URL of the mail server; undefined: mails become files in the data folder. */
	smtpUrl: string | undefined
	/**
	 * Whether what strangers send waits until they have confirmed their address with a mailed link. Without a mail server nobody
	 * would get one.
	 */
	confirmsAddresses: boolean
	/** Whether browsers get the service worker, or remove the one they have. */
	serviceWorker: 'on' | 'off'
	/** The sender of the site's mails. */
	mailFrom: string
	/** The client at Google or another OpenID provider; undefined: not offered. */
	google: { clientId: string; clientSecret: string; issuer: string } | undefined
	/** The app at Facebook, and Facebook's endpoints; undefined: not offered. */
	facebook: { appId: string; appSecret: string; dialogUrl: string; tokenUrl: string; graphUrl: string } | undefined
	/** App URLs that may receive the ticket of a social login; the first is the default. */
	oauthRedirectUris: readonly string[]
	/** The application at Twitch, for importing games from IGDB; undefined: not available. */
	igdb: { clientId: string; clientSecret: string } | undefined
	/** The operator's key at Steam, and Steam's endpoints; undefined: not offered. */
	steam: { key: string; apiUrl: string; loginUrl: string } | undefined
	/** Wikidata's endpoint, the minimum number of articles about a game, and the contacts sent with every query. */
	wikidata: { endpoint: string; sitelinks: number; contact: readonly string[] }
	/** The bucket for users' pictures; undefined: the data folder. */
	pictureBucket: Bucket | undefined
	/** The address of the metrics; undefined: there are none. */
	metrics: { host: string; port: number } | undefined
	/** Base URL of the OpenTelemetry collector; undefined: no traces. */
	tracesEndpoint: string | undefined
	/** Hosts from which images of imported games are fetched; undefined: none are shown. */
	imageHosts: readonly string[] | undefined
	/** Maximum size of drawn and fetched images in the data folder. */
	pictureCacheMegabytes: number
	/** Settings for which the environment uses a former name. */
	renamedSettings: readonly RenamedSetting[]
	/** Variables that are meant for the site and are none of its settings. */
	unknownNames: readonly UnknownName[]
	/** The test account that every page of a demo site shows. No variable sets it. */
	demonstration: { username: string; password: string } | undefined
}

/** A setting with a new name, and the former one that the environment still uses. */
export interface RenamedSetting {
	name: SettingName
	formerName: string
}

/** The error of an invalid environment; its message has one line per mistake. */
export class ConfigError extends Error {
	constructor(mistakes: readonly string[]) {
		super(mistakes.join('\n'))
		this.name = 'ConfigError'
	}
}

/** The image hosts of the catalog's sources. */
const IMAGE_HOSTS = ['images.igdb.com', 'upload.wikimedia.org'] as const

const KEEP_ALIVE_SECONDS = 15
/** Longer than proxies keep idle connections: they must not reuse one that the site has closed. */
const KEEP_ALIVE_BEHIND_PROXIES_SECONDS = 75

/** Settings that require another one: the setting, its requirement, and the reason unless it is obvious. */
const REQUIREMENTS: readonly (readonly [SettingName, SettingName, string?])[] = [
	['DATABASE_DIRECT_URL', 'DATABASE_URL'],
	['DATABASE_REPLICA_URLS', 'DATABASE_URL', 'it names their primary'],
	['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
	['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
	['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
	['FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID'],
	['IGDB_CLIENT_ID', 'IGDB_CLIENT_SECRET'],
	['IGDB_CLIENT_SECRET', 'IGDB_CLIENT_ID'],
	['S3_ENDPOINT', 'S3_BUCKET'],
	['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'],
	['S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY'],
	['S3_BUCKET', 'S3_ENDPOINT', 'without it pictures are stored in DATA_DIR'],
	['S3_ACCESS_KEY_ID', 'S3_ENDPOINT', 'without it pictures are stored in DATA_DIR'],
	['S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT', 'without it pictures are stored in DATA_DIR'],
	['SMTP_URL', 'MAIL_FROM', 'mail servers reject unknown senders'],
	// The client chooses the host of a request, so a link in a mail must not use it.
	['SMTP_URL', 'PUBLIC_URL', 'links in mails start with it'],
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from the environment, which has the names of the file .env too. Empty values count as absent. Throws
 * `ConfigError` on invalid ones.
 */
export function readConfig(env: Environment, namesInFile: readonly string[] = []): Config {
	const names = Object.keys(SETTINGS.properties) as SettingName[]
	const rawSettings = new Map<SettingName, RawSetting>()
	for (const name of names) {
		const { appliesWith } = getSettingSchema(name)
		const setting = findSetting(env, name)
		if (setting && (!appliesWith || readVariable(env, appliesWith))) rawSettings.set(name, setting)
	}
	const mistakes = [
		...[...rawSettings].flatMap(([name, setting]) => findMistakes(getSettingSchema(name), setting)),
		...REQUIREMENTS.filter(([name, needed]) => rawSettings.has(name) && !rawSettings.has(needed)).map(
			([name, needed, reason]) => `${needed} must be set with ${name}${reason ? `: ${reason}` : ''}.`,
		),
	]
	if (mistakes.length > 0) throw new ConfigError(mistakes)
	const values = Object.fromEntries(
		[...rawSettings].map(([name, { text }]) => [name, parseSetting(getSettingSchema(name), text)]),
	)
	return {
		...deriveConfig(Parse(SETTINGS, Default(SETTINGS, values)), (name) => rawSettings.has(name)),
		renamedSettings: names.flatMap((name) => {
			const { formerName } = getSettingSchema(name)
			return formerName && readVariable(env, formerName) !== undefined ? [{ name, formerName }] : []
		}),
		unknownNames: findUnknownNames(env, namesInFile),
	}
}

/** Returns where the database is for work that needs sessions of its own: past a pooler, or in the data folder. */
export function getDirectPlace({
	databaseUrl,
	databaseDirectUrl,
	databaseWaitSeconds,
	dataDir,
}: Config): DatabasePlace {
	const url = databaseDirectUrl ?? databaseUrl
	return url === undefined ? { folder: path.resolve(dataDir), waitMs: databaseWaitSeconds * 1000 } : { url }
}

/** Returns the number of workers that a valid setting means. */
function countWorkers(setting = '1'): number {
	return setting === 'auto' ? availableParallelism() : Number(setting)
}

function findSetting(env: Environment, name: SettingName): RawSetting | undefined {
	for (const variable of [name, getSettingSchema(name).formerName]) {
		const text = variable && readVariable(env, variable)
		if (text) return { text, variable }
	}
	return undefined
}

function readVariable(env: Environment, variable: string): string | undefined {
	return env[variable]?.trim() || undefined
}

function deriveConfig(
	settings: Settings,
	isSet: (name: SettingName) => boolean,
): Omit<Config, 'renamedSettings' | 'unknownNames'> {
	const publicUrl = settings.PUBLIC_URL && withoutTrailingSlashes(settings.PUBLIC_URL)
	const contact = isSet('CONTACT_EMAIL') ? settings.CONTACT_EMAIL : undefined
	const keepAliveDefault = settings.TRUSTED_PROXIES > 0 ? KEEP_ALIVE_BEHIND_PROXIES_SECONDS : KEEP_ALIVE_SECONDS
	return {
		host: settings.HOST,
		port: settings.PORT,
		dataDir: settings.DATA_DIR,
		databaseUrl: settings.DATABASE_URL,
		databaseDirectUrl: settings.DATABASE_DIRECT_URL,
		databaseReplicaUrls: settings.DATABASE_REPLICA_URLS,
		databaseConnections: settings.DATABASE_CONNECTIONS,
		databaseWaitSeconds: settings.DATABASE_WAIT_SECONDS,
		workers: countWorkers(settings.WORKERS),
		redisUrl: settings.REDIS_URL,
		publicUrl,
		hstsSubdomains: settings.HSTS_SUBDOMAINS,
		appOrigins: settings.APP_ORIGINS.filter((origin) => origin !== 'none'),
		appleAppIds: settings.APPLE_APP_IDS,
		androidApps: settings.ANDROID_APPS.map((app) => {
			const [packageName = '', fingerprint = ''] = app.split('=')
			return { packageName, fingerprint }
		}),
		trustedProxies: settings.TRUSTED_PROXIES,
		maxConnections: settings.MAX_CONNECTIONS,
		maxConnectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
		headersTimeoutMs: settings.HEADERS_TIMEOUT_SECONDS * 1000,
		requestTimeoutMs: settings.REQUEST_TIMEOUT_SECONDS * 1000,
		writeTimeoutMs: settings.WRITE_TIMEOUT_SECONDS * 1000,
		keepAliveMs: (settings.KEEP_ALIVE_SECONDS ?? keepAliveDefault) * 1000,
		secretKey: settings.SECRET_KEY,
		backupPassphrase: settings.BACKUP_PASSPHRASE,
		rateLimitFactor: settings.RATE_LIMIT_FACTOR,
		logLevel: settings.LOG_LEVEL,
		contactEmail: settings.CONTACT_EMAIL,
		registration: settings.REGISTRATION,
		proofOfWork: settings.PROOF_OF_WORK ?? 'abuse',
		proofFromLoopback: isSet('PROOF_OF_WORK'),
		socialLinks: settings.SOCIAL_LINKS.map(parseSocialLink).filter((link) => link !== undefined),
		smtpUrl: settings.SMTP_URL,
		confirmsAddresses: settings.SMTP_URL !== undefined,
		serviceWorker: settings.SERVICE_WORKER,
		mailFrom: settings.MAIL_FROM,
		google: deriveGoogle(settings),
		facebook: deriveFacebook(settings),
		oauthRedirectUris: settings.OAUTH_REDIRECT_URIS,
		igdb: deriveIgdb(settings),
		steam: deriveSteam(settings),
		wikidata: {
			endpoint: settings.WIKIDATA_ENDPOINT,
			sitelinks: settings.WIKIDATA_SITELINKS,
			contact: [publicUrl, contact].filter((address) => address !== undefined),
		},
		pictureBucket: deriveBucket(settings),
		metrics:
			settings.METRICS_PORT === undefined ? undefined : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
		tracesEndpoint:
			settings.OTEL_EXPORTER_OTLP_ENDPOINT && withoutTrailingSlashes(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
		imageHosts:
			settings.CATALOG_IMAGES === 'off'
				? undefined
				: [...IMAGE_HOSTS, ...settings.CATALOG_IMAGE_HOSTS.map((host) => host.toLowerCase())],
		pictureCacheMegabytes: settings.PICTURE_CACHE_MB,
		demonstration: undefined,
	}
}

function deriveGoogle({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER }: Settings): Config['google'] {
	if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined
	return { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, issuer: GOOGLE_ISSUER }
}

function deriveFacebook(settings: Settings): Config['facebook'] {
	const { FACEBOOK_APP_ID, FACEBOOK_APP_SECRET } = settings
	if (!FACEBOOK_APP_ID || !FACEBOOK_APP_SECRET) return undefined
	return {
		appId: FACEBOOK_APP_ID,
		appSecret: FACEBOOK_APP_SECRET,
		dialogUrl: settings.FACEBOOK_DIALOG_URL,
		tokenUrl: settings.FACEBOOK_TOKEN_URL,
		graphUrl: withoutTrailingSlashes(settings.FACEBOOK_GRAPH_URL),
	}
}

function deriveIgdb({ IGDB_CLIENT_ID, IGDB_CLIENT_SECRET }: Settings): Config['igdb'] {
	if (!IGDB_CLIENT_ID || !IGDB_CLIENT_SECRET) return undefined
	return { clientId: IGDB_CLIENT_ID, clientSecret: IGDB_CLIENT_SECRET }
}

function deriveSteam({ STEAM_API_KEY, STEAM_API_URL, STEAM_LOGIN_URL }: Settings): Config['steam'] {
	if (!STEAM_API_KEY) return undefined
	return { key: STEAM_API_KEY, apiUrl: withoutTrailingSlashes(STEAM_API_URL), loginUrl: STEAM_LOGIN_URL }
}

function deriveBucket(settings: Settings): Bucket | undefined {
	const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
	if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
	return {
		endpoint: withoutTrailingSlashes(S3_ENDPOINT),
		name: S3_BUCKET,
		region: settings.S3_REGION,
		accessKeyId: S3_ACCESS_KEY_ID,
		secretAccessKey: S3_SECRET_ACCESS_KEY,
	}
}

function withoutTrailingSlashes(url: string): string {
	return url.replace(/(?<!\/)\/+$/, '')
}
