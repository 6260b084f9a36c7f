import type { SocialLink } from '#contract/site.ts'
import type { Bucket } from '#server/features/media/bucket.ts'
import { readBucket } from '#server/features/media/bucket-config.ts'
import { readSocialLinks } from '#server/pages/social-links.ts'

/** Everything the operator decides, read once from the environment; `.env.example` describes each. */
export interface Config {
	host: string
	port: number
	/** Folder of the embedded database, the secret and uploaded files. */
	dataDir: string
	/** Address of a PostgreSQL server; undefined for the embedded database. */
	databaseUrl: string | undefined
	databaseConnections: number
	/** How long a start waits for a PostgreSQL server that cannot be reached. */
	databaseWaitSeconds: number
	/** Where people reach the site, without a slash at the end; undefined: as each request says. */
	publicUrl: string | undefined
	/** Origins of the native app's pages, which may call the API as no other site may. */
	appOrigins: readonly string[]
	/** The apps for iOS to which addresses of the site may open, as team and bundle. */
	appleAppIds: readonly string[]
	/** The apps for Android to which they may, each with the SHA-256 of the certificate that signs it. */
	androidApps: readonly { packageName: string; fingerprint: string }[]
	/** How many proxies in front of the server are trusted to say who asks; 0: none. */
	trustedProxies: number
	/** The most connections that the process takes at once. */
	maxConnections: number
	/** And of one address, where no proxy stands before the site. */
	maxConnectionsPerAddress: number
	/** How long the head of a request may take to arrive, and the whole of it. */
	headersTimeoutMs: number
	requestTimeoutMs: number
	/** How long a client may take nothing of its answer. */
	writeTimeoutMs: number
	/** How long a connection stays open between two requests. */
	keepAliveMs: number
	/** Key material of tokens, 32 characters or more; undefined: made once and kept in the data folder. */
	secretKey: string | undefined
	/** Multiplies every limit on use. */
	rateLimitFactor: number
	logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
	/** Shown where the site says how to reach its operator. */
	contactEmail: string
	/** Where else the site is found, shown at the foot of every page. */
	socialLinks: readonly SocialLink[]
	/** Address of the mail server; undefined: mails are written to files in the data folder. */
	smtpUrl: string | undefined
	/** The sender of the site's mails. */
	mailFrom: string
	/** The client at Google's OpenID provider; undefined: not offered. */
	google: { clientId: string; clientSecret: string; issuer: string } | undefined
	/** The app at Facebook, and where its parts are; undefined: not offered. */
	facebook: { appId: string; appSecret: string; dialogUrl: string; tokenUrl: string; graphUrl: string } | undefined
	/** Addresses of apps to which a social sign-in may hand its ticket; the first is meant where an app names none. */
	oauthRedirectUris: readonly string[]
	/** The application at Twitch with which IGDB is read; undefined: it cannot be. */
	igdb: { clientId: string; clientSecret: string } | undefined
	/** Where Wikidata is asked, which of its games are taken, and whom it can turn to. */
	wikidata: { endpoint: string; sitelinks: number; contact: readonly string[] }
	/** Where the pictures of people are kept; undefined: in the data folder. */
	pictureBucket: Bucket | undefined
	/** Hosts from which the images of imported games are fetched; undefined: none is shown. */
	imageHosts: readonly string[] | undefined
	/** The most that drawn and fetched pictures take of the data folder. */
	pictureCacheMegabytes: number
	/** Set where the site is a demonstration, which every page then says: the account to try it with. No variable sets it. */
	demonstration: { username: string; password: string } | undefined
}

/** The environment is not usable; the message has a sentence for each mistake. */
export class ConfigMistakes extends Error {
	constructor(mistakes: readonly string[]) {
		super(mistakes.join('\n'))
		this.name = 'ConfigMistakes'
	}
}

const ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/
const SENDER = /^([^<>\n\r]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const APP_ORIGINS = 'capacitor://localhost https://localhost'
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(:\d{1,5})?$/
/** Of the sources that the catalogue can be read from. */
const IMAGE_HOSTS = ['images.igdb.com', 'upload.wikimedia.org'] as const
const HOST = /^[a-z\d-]+(\.[a-z\d-]+)+$/
const APPLE_APP_ID = /^[A-Z\d]{10}\.[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/
const ANDROID_APP = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)=((?:[A-F\d]{2}:){31}[A-F\d]{2})$/
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Whether an app may be reached there: it has a scheme of its own, or an address of the web that an app takes over. */
function isAppAddress(text: string): boolean {
	if (!URL.canParse(text)) return false
	const { protocol, search, hash } = new URL(text)
	return !/^(javascript|data|blob|file|about|vbscript|http):$/.test(protocol) && search === '' && hash === ''
}

/** Reads the configuration; an empty value counts as absent. Throws `ConfigMistakes`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
	const mistakes: string[] = []
	const text = (name: string) => env[name]?.trim() || undefined
	const number = (name: string, fallback: number, lowest: number, highest: number, whole = true) => {
		const value = text(name)
		if (value === undefined) return fallback
		const parsed = Number(value)
		if (Number.isFinite(parsed) && parsed >= lowest && parsed <= highest && (!whole || Number.isInteger(parsed)))
			return parsed
		mistakes.push(`${name} must be a ${whole ? 'whole ' : ''}number from ${lowest} to ${highest}, not "${value}".`)
		return fallback
	}
	const url = (name: string, protocols: readonly string[]) => {
		const value = text(name)
		if (value === undefined) return undefined
		if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
		mistakes.push(
			`${name} must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
		)
		return undefined
	}
	const both = (id: string, secret: string) => {
		const [idText, secretText] = [text(id), text(secret)]
		if (idText !== undefined && secretText !== undefined) return [idText, secretText] as const
		if (idText !== undefined) mistakes.push(`${secret} must be set with ${id}.`)
		if (secretText !== undefined) mistakes.push(`${id} must be set with ${secret}.`)
		return undefined
	}
	const words = (name: string) => (text(name) ?? '').split(/[\s,]+/).filter(Boolean)
	const web = ['https:', 'http:']
	const google = both('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
	const facebook = both('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET')
	const igdb = both('IGDB_CLIENT_ID', 'IGDB_CLIENT_SECRET')
	const trustedProxies = number('TRUSTED_PROXIES', 0, 0, 10)
	const seconds = (name: string, fallback: number) => number(name, fallback, 1, 600) * 1000
	const publicUrl = url('PUBLIC_URL', web)?.replace(/(?<!\/)\/+$/, '')
	const config: Config = {
		host: text('HOST') ?? '::',
		port: number('PORT', 3000, 0, 65_535),
		dataDir: text('DATA_DIR') ?? './data',
		databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
		databaseConnections: number('DATABASE_CONNECTIONS', 10, 1, 1000),
		databaseWaitSeconds: number('DATABASE_WAIT_SECONDS', 60, 0, 86_400),
		publicUrl,
		appOrigins: (text('APP_ORIGINS') ?? APP_ORIGINS).split(/[\s,]+/).filter((origin) => origin !== 'none'),
		appleAppIds: words('APPLE_APP_IDS'),
		androidApps: words('ANDROID_APPS').map((word) => {
			const [, packageName = '', fingerprint = ''] = ANDROID_APP.exec(word) ?? []
			return { packageName, fingerprint }
		}),
		trustedProxies,
		maxConnections: number('MAX_CONNECTIONS', 5000, 10, 1_000_000),
		maxConnectionsPerAddress: number('MAX_CONNECTIONS_PER_ADDRESS', 256, 1, 1_000_000),
		headersTimeoutMs: seconds('HEADERS_TIMEOUT_SECONDS', 15),
		requestTimeoutMs: seconds('REQUEST_TIMEOUT_SECONDS', 20),
		writeTimeoutMs: seconds('WRITE_TIMEOUT_SECONDS', 20),
		// a proxy must not find a connection closed that it has kept for the next request
		keepAliveMs: seconds('KEEP_ALIVE_SECONDS', trustedProxies > 0 ? 75 : 15),
		secretKey: text('SECRET_KEY'),
		rateLimitFactor: number('RATE_LIMIT_FACTOR', 1, 0.01, 1_000_000, false),
		logLevel: 'info',
		contactEmail: text('CONTACT_EMAIL') ?? 'contact@localhost',
		socialLinks: readSocialLinks(text('SOCIAL_LINKS'), (sentence) => mistakes.push(sentence)),
		smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
		mailFrom: text('MAIL_FROM') ?? 'Savepoint <no-reply@localhost>',
		google: google && {
			clientId: google[0],
			clientSecret: google[1],
			issuer: url('GOOGLE_ISSUER', web) ?? 'https://accounts.google.com',
		},
		facebook: facebook && {
			appId: facebook[0],
			appSecret: facebook[1],
			dialogUrl: url('FACEBOOK_DIALOG_URL', web) ?? 'https://www.facebook.com/v24.0/dialog/oauth',
			tokenUrl: url('FACEBOOK_TOKEN_URL', web) ?? 'https://graph.facebook.com/v24.0/oauth/access_token',
			graphUrl: url('FACEBOOK_GRAPH_URL', web)?.replace(/(?<!\/)\/+$/, '') ?? 'https://graph.facebook.com/v24.0',
		},
		igdb: igdb && { clientId: igdb[0], clientSecret: igdb[1] },
		wikidata: {
			endpoint: url('WIKIDATA_ENDPOINT', web) ?? 'https://query.wikidata.org/sparql',
			sitelinks: number('WIKIDATA_SITELINKS', 10, 0, 1000),
			contact: [publicUrl, text('CONTACT_EMAIL')].filter((contact) => contact !== undefined),
		},
		oauthRedirectUris: (text('OAUTH_REDIRECT_URIS') ?? 'savepoint://oauth/callback').split(/[\s,]+/).filter(Boolean),
		pictureBucket: readBucket(text, (sentence) => mistakes.push(sentence)),
		imageHosts: [
			...IMAGE_HOSTS,
			...(text('CATALOGUE_IMAGE_HOSTS') ?? '')
				.toLowerCase()
				.split(/[\s,]+/)
				.filter(Boolean),
		],
		pictureCacheMegabytes: number('PICTURE_CACHE_MB', 1000, 10, 10_000_000),
		demonstration: undefined,
	}
	for (const host of config.imageHosts ?? [])
		if (!HOST.test(host))
			mistakes.push(
				`CATALOGUE_IMAGE_HOSTS must be names of hosts such as images.example with spaces between, not "${host}".`,
			)
	const images = text('CATALOGUE_IMAGES') ?? 'on'
	if (images === 'off') config.imageHosts = undefined
	else if (images !== 'on') mistakes.push(`CATALOGUE_IMAGES must be on or off, not "${images}".`)
	if (!config.oauthRedirectUris.every(isAppAddress))
		mistakes.push(
			'OAUTH_REDIRECT_URIS must be addresses of apps without a query, divided by commas: savepoint://oauth/callback.',
		)
	const level = text('LOG_LEVEL') ?? 'info'
	const known = LOG_LEVELS.find((word) => word === level)
	if (known) config.logLevel = known
	else mistakes.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${level}".`)
	const { pathname, search, hash, username } = new URL(config.publicUrl ?? 'http://localhost')
	if (pathname !== '/')
		mistakes.push('PUBLIC_URL must be an address without a path: Savepoint lives at the root of its host.')
	if (search || hash || username || /[?#]/.test(config.publicUrl ?? ''))
		mistakes.push('PUBLIC_URL must be an address without a query or a name: https://savepoint.example.')
	if (!ADDRESS.test(config.contactEmail))
		mistakes.push(`CONTACT_EMAIL must be an e-mail address, not "${config.contactEmail}".`)
	for (const origin of config.appOrigins.filter((origin) => !ORIGIN.test(origin)))
		mistakes.push(
			`APP_ORIGINS must be origins such as https://localhost with spaces between, or none, not "${origin}".`,
		)
	if (!config.appleAppIds.every((id) => APPLE_APP_ID.test(id)))
		mistakes.push('APPLE_APP_IDS must be team and bundle of apps, divided by commas: ABCDE12345.app.savepoint.')
	if (!config.androidApps.every(({ packageName }) => packageName))
		mistakes.push(
			'ANDROID_APPS must be packages, each with the SHA-256 of its certificate in capitals, divided by commas: app.savepoint=14:6D:….',
		)
	if (config.secretKey !== undefined && config.secretKey.length < 32)
		mistakes.push('SECRET_KEY must have 32 characters or more.')
	if (!SENDER.test(config.mailFrom))
		mistakes.push('MAIL_FROM must be an address, with a name if you like: Savepoint <no-reply@savepoint.example>.')
	if (config.smtpUrl && new URL(config.smtpUrl).hostname === '') mistakes.push('SMTP_URL must name a host.')
	if (config.smtpUrl && text('MAIL_FROM') === undefined)
		mistakes.push('MAIL_FROM must be set with SMTP_URL: mail servers refuse a sender that they do not know.')
	// the host that a request names is the sender's choice, and a link in a mail must not lead there
	if (config.smtpUrl && !config.publicUrl)
		mistakes.push('PUBLIC_URL must be set with SMTP_URL: the links in mails begin with it.')
	if (mistakes.length > 0) throw new ConfigMistakes(mistakes)
	return config
}
