import { getUserImpressions, reportSeen } from '#contract/reviews.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { createImpressionBuffer } from './impression-buffer.ts'
import { findUserImpressions } from './queries.ts'

/** Registers the routes that report review impressions and read a user's impressions. */
export function impressionRoutes(app: App, services: Services): void {
	const impressions = createImpressionBuffer(services, app.log)
	app.addHook('onClose', () => impressions.flush())
	services.metrics?.watchQueue('impressions', impressions.queueState)
	app.route({
		...reportSeen,
		async handler(request, reply) {
			impressions.report(request)
			reply.code(202)
			return { success: true as const }
		},
	})

	app.route({
		...getUserImpressions,
		async handler(request) {
			const impressions = await findUserImpressions(request.reads, request.params.id, request.viewer?.userId ?? null)
			if (!impressions) throw notFound(USER_NOT_FOUND)
			return { success: true as const, impressions }
		},
	})
}
