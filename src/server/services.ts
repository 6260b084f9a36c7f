import path from 'node:path'
import type { Kysely } from 'kysely'
import { type SocialProviders, socialProviders } from './auth/social-providers.ts'
import { type AccessTokens, accessTokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { Tables } from './db/tables.ts'
import type { MailQueue } from './mail/queue.ts'
import { bucketStorage } from './pictures/bucket.ts'
import { folderStorage, type PictureStorage } from './pictures/storage.ts'
import { type Keys, keysOf } from './secret.ts'

/** What the routes stand on; handed down as an argument, never imported. */
export interface Services {
	config: Config
	db: Kysely<Tables>
	keys: Keys
	accessTokens: AccessTokens
	mail: MailQueue
	/** The providers of social sign-in that are set up. */
	social: SocialProviders
	/** Where the pictures of people are kept. */
	pictures: PictureStorage
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/** The services of a site whose keys come from one secret. */
export function servicesOf(
	config: Config,
	db: Kysely<Tables>,
	secret: string,
	clock: () => number,
	mail: MailQueue,
): Services {
	const keys = keysOf(secret)
	const pictures = config.pictureBucket
		? bucketStorage(config.pictureBucket)
		: folderStorage(path.join(config.dataDir, 'pictures'))
	const social = socialProviders(config)
	return { config, db, keys, accessTokens: accessTokens(keys), social, pictures, clock, mail }
}

/** The time as the database and the wire write it. */
export function now(services: Services): string {
	return new Date(services.clock()).toISOString()
}
