import * as Type from 'typebox'
import { calendarFilters } from '#contract/calendar.ts'
import { paths } from '#contract/paths.ts'
import { Username } from '#contract/sessions.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import { buildCalendar } from '#server/features/calendar/icalendar.ts'
import { listReleases, listWishedReleases } from '#server/features/calendar/queries.ts'
import { findWishlistOwner } from '#server/features/calendar/queries-wishlist.ts'
import type { App } from '#server/http/app-type.ts'
import { HTTP_REFUSALS, notFound } from '#server/http/errors.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { createPage } from './page-cache.ts'
import { sendPage } from './page-response.ts'

/** For one person: no shared cache may have it. */
const PRIVATE_HEADERS = { 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' }
const TYPE = 'text/calendar; charset=utf-8'
const DAY_MS = 24 * 60 * 60 * 1000
/** Days before today in the calendar of all games, which has room for so many. */
const DAYS_BACK = 7
/** The same for a wishlist, which is short. */
const WISHED_DAYS_BACK = 365
const DAYS_AHEAD = 1_000

/** Adds the calendars for calendar apps: of all releases by platform and genre, and of a person's wishlist at a secret address. */
export function calendarFeedRoutes(app: App, { config, db, clock, pages }: Services): void {
	const toDay = (days: number) => new Date(clock() + days * DAY_MS).toISOString().slice(0, 10)

	app.route({
		method: 'GET',
		url: '/feeds/calendar.ics',
		config: { mayLagFor: 'everyone' },
		schema: { querystring: Type.Object(calendarFilters) },
		async handler(request, reply) {
			const { platform = [], genre = [] } = request.query
			const origin = getSiteOrigin(config, request)
			// Other parameters make no other calendar
			const key = `${origin} ${paths.calendar({ platform, genre })}`
			const page = await pages.getOrRender(key, async () => {
				const span = { from: toDay(-DAYS_BACK), to: toDay(DAYS_AHEAD) }
				const releases = await listReleases(request.reads, { ...span, platform, genre })
				const names = [...platform, ...genre]
				const title = `Savepoint: releases${names.length > 0 ? ` (${names.join(', ')})` : ''}`
				return createPage(200, buildCalendar({ title, origin, releases }), { type: TYPE })
			})
			return sendPage(page, request, reply)
		},
	})

	app.route({
		method: 'GET',
		url: '/feeds/users/:username/wishlist.ics',
		schema: { params: Type.Object({ username: Username }) },
		async handler(request, reply) {
			const { username } = request.params
			const { token } = request.query as { token?: unknown }
			const owner =
				typeof token === 'string' ? await findWishlistOwner(db, { username, hash: hashToken(token) }) : undefined
			if (!owner) throw notFound(HTTP_REFUSALS[404])
			const origin = getSiteOrigin(config, request)
			const releases = await listWishedReleases(db, owner.id, { from: toDay(-WISHED_DAYS_BACK), to: toDay(DAYS_AHEAD) })
			const title = `Savepoint: wishlist of ${owner.username}`
			// Not in the cache of pages: an address that has ended answers nothing any more
			const page = createPage(200, buildCalendar({ title, origin, releases }), { type: TYPE })
			return sendPage(page, request, reply, PRIVATE_HEADERS)
		},
	})
}
