import path from 'node:path'
import { createPurges, type Purges } from '#server/db/purges.ts'
import type { Db } from '#server/db/tables.ts'
import { createPasswordHasher, type PasswordHasher } from '#server/features/account/passwords.ts'
import { bucketStorage } from '#server/features/media/bucket.ts'
import { type Drawings, drawings } from '#server/features/media/drawings.ts'
import type { Ways } from '#server/features/media/fetch-image.ts'
import { type KeptFiles, keptFiles } from '#server/features/media/file-cache.ts'
import { type ImportedImages, importedImages } from '#server/features/media/imported-images.ts'
import { createPictureUploads, type PictureUploads } from '#server/features/media/picture-uploads.ts'
import { folderStorage, type PictureStorage } from '#server/features/media/storage.ts'
import { type AccessTokens, accessTokens } from '#server/features/sessions/tokens.ts'
import { type SocialProviders, socialProviders } from '#server/features/social-login/providers.ts'
import { type Keys, keysOf } from '#server/lifecycle/secret-keys.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { type PageCache, pageCache } from '#server/pages/page-cache.ts'
import type { Config } from './config.ts'

/** What the routes stand on; handed down as an argument, never imported. */
export interface Services {
	config: Config
	db: Db
	keys: Keys
	accessTokens: AccessTokens
	passwords: PasswordHasher
	mail: MailQueue
	/** The providers of social sign-in that are set up. */
	social: SocialProviders
	/** Where the pictures of people are kept. */
	pictures: PictureStorage
	pictureUploads: PictureUploads
	/** Pictures of games that the site draws itself. */
	drawings: Drawings
	/** And those that come with imported games. */
	images: ImportedImages
	/** The folders of pictures that can be drawn or fetched again. */
	keptPictures: readonly KeptFiles[]
	/** Deletes what is too big for one statement. */
	purges: Purges
	/** Rendered pages, as visitors get them. */
	pages: PageCache
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/** As long as sources keep what they replace. */
const IMAGES_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The services of a site whose keys come from one secret. */
export function servicesOf(
	config: Config,
	db: Db,
	secret: string,
	clock: () => number,
	mail: MailQueue,
	imageWays?: Ways,
): Services {
	const keys = keysOf(secret)
	const pictures = config.pictureBucket
		? bucketStorage(config.pictureBucket)
		: folderStorage(path.join(config.dataDir, 'pictures'))
	const social = socialProviders(config, clock)
	const mostBytes = (config.pictureCacheMegabytes * 1024 * 1024) / 2
	const drawn = keptFiles(path.join(config.dataDir, 'art'), { mostBytes, clock })
	const imported = keptFiles(path.join(config.dataDir, 'images'), { mostBytes, mostAgeMs: IMAGES_KEPT_MS, clock })
	return {
		config,
		db,
		keys,
		accessTokens: accessTokens(keys),
		passwords: createPasswordHasher(),
		social,
		pictures,
		pictureUploads: createPictureUploads({ db, pictures, clock }),
		drawings: drawings(drawn),
		images: importedImages({ hosts: config.imageHosts, kept: imported, clock, ways: imageWays }),
		keptPictures: [drawn, imported],
		purges: createPurges(db),
		pages: pageCache(clock),
		clock,
		mail,
	}
}

/** The time as the database and the wire write it. */
export function now(services: Services): string {
	return new Date(services.clock()).toISOString()
}
