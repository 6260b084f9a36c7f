import * as Type from 'typebox'
import { choice, integer, list, matching, text, url, WEB } from './setting-schema.ts'

const SENDER = /^([^<>\n\r]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const ORIGIN_OR_NONE = /^(none|[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(:\d{1,5})?)$/
const HOST_NAME = /^[a-z\d-]+(\.[a-z\d-]+)+$/i
const APPLE_APP_ID = /^[A-Z\d]{10}\.[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/
const ANDROID_APP = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+=(?:[A-F\d]{2}:){31}[A-F\d]{2}$/
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const BARE_URL = /^https?:\/\/[^/?#@\s]+\/?$/

/** Checks whether a URL can open an app: a custom scheme, or an https URL that an app claims. */
function isAppUrl(value: string): boolean {
	if (!URL.canParse(value)) return false
	const { protocol, search, hash } = new URL(value)
	return !/^(javascript|data|blob|file|about|vbscript|http):$/.test(protocol) && search === '' && hash === ''
}

export const MAIL = {
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

export const IMAGES = {
	CATALOG_IMAGES: choice(['on', 'off'], {
		default: 'on',
		formerName: 'CATALOGUE_IMAGES',
		summary:
			'`off`: imported games have drawn covers only; [fetched images](docs/self-hosting.md#images-of-imported-games)',
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

export const STORAGE = {
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

export const LOGIN = {
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

export const APP = {
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
		summary: 'App URLs that a social login may return to',
		description: 'URLs of your own apps that a login with Google or Facebook may return to, separated by commas.',
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

export const IMPORT = {
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
	STEAM_API_KEY: Type.Optional(
		text({
			unset: 'not offered',
			isSecret: true,
			summary:
				'Your key at Steam, so that members can bring their Steam games; [how to get it](docs/self-hosting.md#games-from-steam)',
			description:
				'Your key from https://steamcommunity.com/dev/apikey, so that members can bring their library and wishlist from Steam. They prove that a profile is theirs by signing in at Steam.',
		}),
	),
	STEAM_API_URL: url(WEB, {
		appliesWith: 'STEAM_API_KEY',
		default: 'https://api.steampowered.com',
		summary: "Steam's Web API",
		description: "Steam's Web API.",
	}),
	STEAM_LOGIN_URL: url(WEB, {
		appliesWith: 'STEAM_API_KEY',
		default: 'https://steamcommunity.com/openid/login',
		summary: "Steam's OpenID endpoint",
		description: "Steam's OpenID endpoint.",
	}),
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
