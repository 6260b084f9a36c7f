import path from 'node:path'
import { createGameLookup, type GameLookup, type LookupSettings, toLookupSettings } from '#server/catalog/lookup.ts'
import { createMissingGames, type MissingGames } from '#server/catalog/missing-games.ts'
import { createSteamLibrary, type SteamLibrary } from '#server/catalog/steam-library.ts'
import type { Timing } from '#server/catalog/throttled-client.ts'
import { toSiteWord } from '#server/catalog/words.ts'
import { createPurges, type Purges } from '#server/db/purges.ts'
import type { Replicas } from '#server/db/replicas.ts'
import type { Db } from '#server/db/tables.ts'
import { type AccountMail, composeAccountMail } from '#server/features/account/compose-mail.ts'
import { createPasswordHasher, type PasswordHasher } from '#server/features/account/passwords.ts'
import { type Drawings, drawings } from '#server/features/media/drawings.ts'
import { type FileCache, fileCache } from '#server/features/media/file-cache.ts'
import { type ImportedImages, importedImages } from '#server/features/media/imported-images.ts'
import { createPictureStorage } from '#server/features/media/picture-storage.ts'
import { createPictureUploads, type PictureUploads } from '#server/features/media/picture-uploads.ts'
import type { PictureStorage } from '#server/features/media/storage.ts'
import { type Bans, createBans } from '#server/features/moderation/bans.ts'
import {
	composeNotificationMail,
	isNotificationMail,
	type NotificationMail,
} from '#server/features/notifications/compose-notification-mail.ts'
import { createPushSender, type PushSender } from '#server/features/push/push-sender.ts'
import { type AccessTokens, createAccessTokens } from '#server/features/sessions/tokens.ts'
import { createPictureLoader } from '#server/features/share-pictures/picture-loader.ts'
import { createSharePictures, type SharePictures } from '#server/features/share-pictures/share-pictures.ts'
import { createSiteSettings, type SiteSettingsStore } from '#server/features/site/site-settings.ts'
import { createSocialProviders, type SocialProviders } from '#server/features/social-login/providers.ts'
import type { Network } from '#server/http/public-request.ts'
import { createReadiness, type Readiness } from '#server/lifecycle/readiness.ts'
import { deriveKeys, type Keys } from '#server/lifecycle/secret-keys.ts'
import type { DeliverMail } from '#server/mail/delivery.ts'
import { createOutbox, type Outbox } from '#server/mail/outbox.ts'
import { createPageCache, type PageCache } from '#server/pages/page-cache.ts'
import type { Metrics } from '#server/telemetry/metrics.ts'
import type { Config } from './config.ts'

/** The dependencies of the routes, passed as an argument, never imported. */
export interface Services {
	config: Config
	db: Db
	/** Connections for background work, which needs a session of its own. */
	backgroundDb: Db
	/** The replicas of the database; undefined if there are none. */
	replicas: Replicas | undefined
	keys: Keys
	accessTokens: AccessTokens
	passwords: PasswordHasher
	/** Push messages about notifications. */
	push: PushSender
	/** Mails that wait to be sent. */
	mail: Outbox<AccountMail | NotificationMail>
	/** What admins change while the site runs. */
	siteSettings: SiteSettingsStore
	/** The sources that are asked for a game that the catalog lacks. */
	gameLookup: GameLookup
	/** Adds the games of imports that the catalog lacks. */
	missingGames: MissingGames
	/** Reads profiles at Steam; undefined without a key. */
	steam: SteamLibrary | undefined
	/** The configured social login providers. */
	social: SocialProviders
	/** Storage of users' pictures. */
	pictures: PictureStorage
	pictureUploads: PictureUploads
	/** Game covers and scenes that the site draws itself. */
	drawings: Drawings
	/** Images of imported games. */
	images: ImportedImages
	/** Pictures of pages for where their links are shared. */
	sharePictures: SharePictures
	/** File caches of images that can be drawn or fetched again. */
	pictureCaches: Readonly<Record<'drawings' | 'imported images' | 'share pictures', FileCache>>
	/** Deletions that are too large for one statement. */
	purges: Purges
	/** What is withdrawn after bans. */
	bans: Bans
	/** Returns the site's word for a platform that a source names; unknown words stay as they are. */
	toSitePlatform: (word: string) => string
	/** Rendered pages for visitors. */
	pages: PageCache
	/** An event with the name of a shared job makes this process check whether it is due. */
	jobWakes: EventTarget
	/** Whether this process can serve requests. */
	readiness: Readiness
	/** The Prometheus metrics; undefined if nobody reads them. */
	metrics: Metrics | undefined
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/** As long as the sources keep images that they replace. */
const IMAGE_CACHE_TTL_MS = 30 * 24 * 60 * 60 * 1000
/** Share pictures show what people wrote, and their files outlive it by a week at most. */
const SHARE_PICTURE_TTL_MS = 7 * 24 * 60 * 60 * 1000
/** The parts of the configured size that each cache gets. */
const CACHE_SHARES = { drawings: 0.4, images: 0.4, sharePictures: 0.2 } as const

/** The open connections of a site. */
interface Databases {
	db: Db
	backgroundDb: Db
	replicas?: Replicas | undefined
}

/** Creates the services of a site, with keys derived from `secret`. */
export function createServices(
	config: Config,
	{ db, backgroundDb, replicas }: Databases,
	secret: string,
	clock: () => number,
	deliver: DeliverMail,
	{
		imageNetwork,
		pushNetwork,
		metrics,
		lookups = toLookupSettings(config),
		steamTiming,
	}: {
		imageNetwork?: Network | undefined
		pushNetwork?: Network | undefined
		metrics?: Metrics | undefined
		lookups?: LookupSettings | undefined
		steamTiming?: Timing | undefined
	} = {},
): Services {
	const keys = deriveKeys(secret)
	const pictures = createPictureStorage(config)
	const social = createSocialProviders(config, clock)
	const caches = createPictureCaches(config, clock)
	const drawnPictures = drawings(caches.drawings)
	const images = importedImages({
		hosts: config.imageHosts,
		cache: caches['imported images'],
		clock,
		network: imageNetwork,
	})
	const gameLookup = createGameLookup(lookups, clock)
	const services: Services = {
		config,
		db,
		backgroundDb,
		replicas,
		keys,
		accessTokens: createAccessTokens(keys),
		passwords: createPasswordHasher(config.workers),
		push: createPushSender({
			db,
			clock,
			keys: keys.webPush,
			contactEmail: config.contactEmail,
			network: pushNetwork,
		}),
		siteSettings: createSiteSettings(db, config, clock),
		gameLookup,
		missingGames: createMissingGames(db, gameLookup, clock),
		steam: config.steam && createSteamLibrary({ ...config.steam, ...(steamTiming && { timing: steamTiming }) }),
		social,
		pictures,
		pictureUploads: createPictureUploads({ db, pictures, clock }),
		drawings: drawnPictures,
		images,
		sharePictures: createSharePictures(caches['share pictures'], () =>
			createPictureLoader({ drawings: drawnPictures, images, storage: pictures }),
		),
		pictureCaches: caches,
		purges: createPurges(db),
		bans: createBans(db),
		toSitePlatform: (word) => toSiteWord('platforms', word),
		pages: createPageCache(clock),
		jobWakes: new EventTarget(),
		readiness: createReadiness(db, clock),
		metrics,
		clock,
		mail: createOutbox({
			db,
			key: keys.mails,
			fingerprint: keys.fingerprint,
			clock,
			compose: (transaction, mail) =>
				isNotificationMail(mail)
					? composeNotificationMail({ config, keys }, transaction, mail)
					: composeAccountMail({ config, keys, clock }, transaction, mail),
			deliver,
		}),
	}
	metrics?.watchServices(services)
	return services
}

function createPictureCaches(
	{ dataDir, pictureCacheMegabytes, workers: writers }: Config,
	clock: () => number,
): Services['pictureCaches'] {
	const bytes = pictureCacheMegabytes * 1024 * 1024
	return {
		drawings: fileCache(path.join(dataDir, 'art'), { maxBytes: bytes * CACHE_SHARES.drawings, writers, clock }),
		'imported images': fileCache(path.join(dataDir, 'images'), {
			maxBytes: bytes * CACHE_SHARES.images,
			maxAgeMs: IMAGE_CACHE_TTL_MS,
			writers,
			clock,
		}),
		'share pictures': fileCache(path.join(dataDir, 'share-pictures'), {
			maxBytes: bytes * CACHE_SHARES.sharePictures,
			maxAgeMs: SHARE_PICTURE_TTL_MS,
			writers,
			clock,
		}),
	}
}
