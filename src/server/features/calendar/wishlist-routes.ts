import { paths } from '#contract/paths.ts'
import {
	createWishlistAddress,
	endWishlistAddress,
	getWishlistAddress,
	NO_WISHLIST_CALENDAR,
} from '#contract/wishlist-calendar.ts'
import { now } from '#server/clock.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { deleteWishlistAddress, findWishlistAddress, storeWishlistAddress } from './queries-wishlist.ts'

/** Registers the routes that make and end the secret address of a person's wishlist calendar. */
export function wishlistAddressRoutes(app: App, services: Services): void {
	const { db, config } = services

	app.route({
		...getWishlistAddress,
		async handler(request) {
			return { createdAt: (await findWishlistAddress(db, requireViewer(request).userId)) ?? null }
		},
	})

	app.route({
		...createWishlistAddress,
		async handler(request) {
			const { userId } = requireViewer(request)
			const token = createToken()
			const { username } = await storeWishlistAddress(db, { userId, hash: hashToken(token), at: now(services) })
			return { url: getSiteOrigin(config, request) + paths.wishlistCalendar(username, token) }
		},
	})

	app.route({
		...endWishlistAddress,
		async handler(request) {
			if (!(await deleteWishlistAddress(db, requireViewer(request).userId))) throw notFound(NO_WISHLIST_CALENDAR)
			return { success: true as const }
		},
	})
}
