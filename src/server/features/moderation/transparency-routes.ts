import type { LoggedAction } from '#contract/moderation.ts'
import type { ModerationReason } from '#contract/report-reasons.ts'
import { getTransparency, type Transparency } from '#contract/transparency.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import type { Services } from '#server/services.ts'
import { listPublicLog } from './queries-actions.ts'
import { listQuarters, type QuarterCount } from './queries-transparency.ts'

const PAGE_SIZE = 50
const YEARS_SHOWN = 5
const LIST = 'transparency'

/** Registers the route of the public report on what moderators do. */
export function transparencyRoutes(app: App, services: Services): void {
	const { cursors } = services.keys

	app.route({
		...getTransparency,
		async handler({ query, reads }) {
			const after = query.cursor === undefined ? undefined : decodeCursor(cursors, LIST, query.cursor)
			const rows = await listPublicLog(reads, { after, limit: PAGE_SIZE })
			const page = rows.slice(0, PAGE_SIZE)
			const last = page.at(-1)
			const firstYear = new Date(services.clock()).getUTCFullYear() - YEARS_SHOWN + 1
			return {
				quarters: after ? [] : toQuarters(await listQuarters(reads, `${firstYear}-Q1`)),
				actions: page.map((row) => ({
					action: row.action,
					subject: row.subject,
					reason: row.reason,
					createdAt: row.created_at,
					until: row.until,
					undoneAt: row.undone_at,
					appeal: row.appeal?.state ?? null,
				})),
				nextCursor: last && rows.length > PAGE_SIZE ? encodeCursor(cursors, LIST, [last.created_at, last.id]) : null,
			}
		},
	})
}

function toQuarters(counts: readonly QuarterCount[]): Transparency['quarters'] {
	return [...Map.groupBy(counts, ({ quarter }) => quarter)].map(([quarter, ofQuarter]) => {
		const of = (kind: QuarterCount['kind']) => ofQuarter.filter((count) => count.kind === kind)
		return {
			quarter,
			reports: of('report').map(({ key, n }) => ({ reason: key as ModerationReason, count: n })),
			actions: of('action').map(({ key, n }) => ({ action: key as LoggedAction, count: n })),
			appeals: of('appeal').map(({ key, n }) => ({ state: key as 'open' | 'upheld' | 'granted', count: n })),
		}
	})
}
