import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import { registerApiDocs } from '#server/api-docs/routes.ts'
import { editRoutes } from '#server/catalog/edit-routes.ts'
import { lookupRoutes } from '#server/catalog/lookup-routes.ts'
import { catalogRoutes } from '#server/catalog/routes.ts'
import { suggestionRoutes } from '#server/catalog/suggestion-routes.ts'
import { createRankingFollower } from '#server/db/rankings.ts'
import { approvalRoutes } from '#server/features/account/approval-routes.ts'
import { factorRoutes } from '#server/features/account/factor-routes.ts'
import { passwordRoutes } from '#server/features/account/password-routes.ts'
import { requireProof } from '#server/features/account/proofs.ts'
import { registrationRoutes } from '#server/features/account/registration-routes.ts'
import { accountRoutes } from '#server/features/account/routes.ts'
import { secondStepRoutes } from '#server/features/account/second-step-routes.ts'
import { ticketRoutes } from '#server/features/account/ticket-routes.ts'
import { activityRoutes } from '#server/features/activity/routes.ts'
import { numbersRoutes } from '#server/features/admin/numbers-routes.ts'
import { peopleRoutes } from '#server/features/admin/people-routes.ts'
import { blockRoutes } from '#server/features/blocks/routes.ts'
import { browseRoutes } from '#server/features/browse/routes.ts'
import { calendarRoutes } from '#server/features/calendar/routes.ts'
import { wishlistAddressRoutes } from '#server/features/calendar/wishlist-routes.ts'
import { commentRoutes } from '#server/features/comments/routes.ts'
import { commentWriteRoutes } from '#server/features/comments/write-routes.ts'
import { diaryRoutes } from '#server/features/diary/routes.ts'
import { exportRoutes } from '#server/features/export/routes.ts'
import { feedRoutes } from '#server/features/feed/routes.ts'
import { followRoutes } from '#server/features/follows/routes.ts'
import { gameRoutes } from '#server/features/games/routes.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { steamRoutes } from '#server/features/imports/steam-routes.ts'
import { importStateRoutes, importWriteRoutes } from '#server/features/imports/write-routes.ts'
import { libraryListRoutes } from '#server/features/library/list-routes.ts'
import { playRoutes } from '#server/features/library/play-routes.ts'
import { playSessionRoutes } from '#server/features/library/play-session-routes.ts'
import { libraryRoutes } from '#server/features/library/routes.ts'
import { listRoutes } from '#server/features/lists/routes.ts'
import { listSharingRoutes } from '#server/features/lists/sharing-routes.ts'
import { listWriteRoutes } from '#server/features/lists/write-routes.ts'
import { artRoutes } from '#server/features/media/art-routes.ts'
import { imageRoutes } from '#server/features/media/image-routes.ts'
import { pictureRoutes } from '#server/features/media/picture-routes.ts'
import { moderationRoutes } from '#server/features/moderation/action-routes.ts'
import { appealRoutes } from '#server/features/moderation/appeal-routes.ts'
import { transparencyRoutes } from '#server/features/moderation/transparency-routes.ts'
import { blockedWordRoutes } from '#server/features/moderation/word-routes.ts'
import { nextRoutes } from '#server/features/next/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { playReportRoutes } from '#server/features/play-reports/routes.ts'
import { popularityRoutes } from '#server/features/popularity/routes.ts'
import { preferenceRoutes } from '#server/features/preferences/routes.ts'
import { profileRoutes } from '#server/features/profile/routes.ts'
import { pushRoutes } from '#server/features/push/routes.ts'
import { recommendationRoutes } from '#server/features/recommendations/routes.ts'
import { inviteRoutes } from '#server/features/registration/routes.ts'
import { relatedRoutes } from '#server/features/related/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { reviewDraftRoutes } from '#server/features/reviews/draft-routes.ts'
import { impressionRoutes } from '#server/features/reviews/impression-routes.ts'
import { reviewRoutes } from '#server/features/reviews/routes.ts'
import { reviewWriteRoutes } from '#server/features/reviews/write-routes.ts'
import { searchRoutes } from '#server/features/search/routes.ts'
import { seriesRoutes } from '#server/features/series/routes.ts'
import { deviceRoutes } from '#server/features/sessions/device-routes.ts'
import { findActiveSession } from '#server/features/sessions/queries.ts'
import { sessionRoutes } from '#server/features/sessions/routes.ts'
import { sharePictureRoutes } from '#server/features/share-pictures/routes.ts'
import { siteRoutes } from '#server/features/site/routes.ts'
import { siteSettingsRoutes } from '#server/features/site/settings-routes.ts'
import { connectionRoutes } from '#server/features/social-login/connection-routes.ts'
import { facebookRoutes } from '#server/features/social-login/facebook-routes.ts'
import { socialRoutes } from '#server/features/social-login/routes.ts'
import { statsRoutes } from '#server/features/stats/routes.ts'
import { tokenRoutes } from '#server/features/tokens/routes.ts'
import { hashWellFormedToken } from '#server/features/tokens/token-format.ts'
import { authenticateToken } from '#server/features/tokens/tokens.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import type { App } from '#server/http/app-type.ts'
import { createClientErrorHandler } from '#server/http/client-errors.ts'
import { allowAppOrigins } from '#server/http/cors.ts'
import { type Counters, createLocalCounters } from '#server/http/counters.ts'
import { createReadRejection } from '#server/http/early-rejection.ts'
import { AppError, HTTP_REFUSALS, sendError, sendNotFound } from '#server/http/errors.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createLogOptions, logResponse } from '#server/http/log.ts'
import { createRateLimits } from '#server/http/rate-limits.ts'
import { limitConcurrentReads } from '#server/http/read-concurrency.ts'
import { routeReads } from '#server/http/read-routing.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serializerCompiler } from '#server/http/serialization.ts'
import { validatorCompiler } from '#server/http/validation.ts'
import { createViewerHooks } from '#server/http/viewer.ts'
import { limitConcurrentWrites } from '#server/http/write-concurrency.ts'
import { createWriteQuota } from '#server/http/write-quota.ts'
import { workRoutes } from '#server/jobs/routes.ts'
import { healthRoutes } from '#server/lifecycle/health-routes.ts'
import { wakeOutboxAfterResponses } from '#server/mail/wake-after-response.ts'
import { calendarFeedRoutes } from '#server/pages/calendar-feeds.ts'
import { oneClickRoutes } from '#server/pages/one-click-unsubscribe.ts'
import { isOfApi, sendBadPath } from '#server/pages/page-response.ts'
import { servePageCache } from '#server/pages/serve-page-cache.ts'
import type { Services } from './services.ts'

/** Creates the server with the API, ready to listen or to be injected into; `registerPages` adds the pages. */
export async function createApp(services: Services): Promise<App> {
	const { config, metrics } = services
	const securityHeaders = createSecurityHeaders(config)
	const pageServer = servePageCache(config, services.pages, metrics?.http)
	let rejectRead: ReturnType<typeof createReadRejection> | undefined
	const app = fastify({
		...createLogOptions(config),
		genReqId: () => randomUUID(),
		trustProxy: (_address, hop) => hop < config.trustedProxies,
		bodyLimit: LIMITS.bodyBytes,
		serverFactory: (handle) => {
			const server = createHttpServer(config, (request, response) => {
				// Once the server stops listening, Fastify sends the last responses, which close their connections
				if (server.listening && (pageServer.answer(request, response) || rejectRead?.(request, response))) return
				handle(request, response)
			})
			return server
		},
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
		// A stopping server completes pending requests, and its responses close the connections
		return503OnClosing: false,
		// URLs that cannot be decoded fail before any hook runs
		frameworkErrors: (error, request, reply) => {
			reply.headers(securityHeaders)
			return isOfApi(request.url) ? sendError(error, request, reply) : sendBadPath(reply, 400)
		},
		clientErrorHandler: createClientErrorHandler(securityHeaders),
	}).withTypeProvider<TypeBoxTypeProvider>()

	app.setValidatorCompiler(validatorCompiler)
	app.setSerializerCompiler(serializerCompiler)
	app.setErrorHandler(sendError)
	acceptJsonOnly(app)

	const { identify, findTokenOwner, requireSession } = createViewerHooks({
		verify: (token) => services.accessTokens.verify(token, services.clock()),
		findSession: (viewer) => findActiveSession(services.db, viewer),
		hashToken: hashWellFormedToken,
		findToken: (hash) => authenticateToken(services, hash),
		requireProof: (viewer, whose) => requireProof(services, viewer, whose),
		clock: services.clock,
	})
	app.decorateRequest('viewer', null)
	app.decorateRequest('tokenHash', null)
	app.decorateRequest('token', null)
	app.decorateRequest('role', 'member')
	app.decorateRequest('refusal', null)
	app.decorateRequest('securityEvent', null)
	app.decorateRequest('bodyBytes', 0)
	app.addHook('onRequest', (request, reply, done) => {
		reply.headers(securityHeaders)
		// Responses depend on the caller, which caches cannot tell from the URL
		if (request.routeOptions.config.summary !== undefined) reply.header('cache-control', 'no-store')
		done()
	})
	app.addHook('onRequest', allowAppOrigins(config))
	app.addHook('onRequest', identify)
	const counters = await openCounters(services, app.log)
	app.addHook('onClose', async () => counters.close())
	const { limitRate, limitTokenOwner } = createRateLimits(config, counters)
	app.setNotFoundHandler({ preHandler: limitRate }, sendNotFound)
	app.addHook('onRoute', (route) => {
		const { bodyBytes, isUnlimited } = route.config ?? {}
		// Of the route, so that it comes after the hooks of all routes
		if (!isUnlimited) route.onRequest = [route.onRequest ?? [], limitRate].flat()
		if (bodyBytes !== undefined) route.bodyLimit = bodyBytes
	})
	const writes = limitConcurrentWrites(app, config)
	if (writes) metrics?.watchQueue('writes', writes.queueState)
	const reads = limitConcurrentReads(app, config)
	metrics?.watchQueue('reads', reads.queueState)
	rejectRead = createReadRejection(securityHeaders, reads, {
		trustedProxies: config.trustedProxies,
		onRejected: metrics?.http.observeEarlyRejection,
	})
	routeReads(app, services)
	app.addHook('preValidation', findTokenOwner)
	app.addHook('preValidation', limitTokenOwner)
	app.addHook('preValidation', requireSession)
	const { countBody, countWrittenBytes } = createWriteQuota(config, counters)
	app.addHook('preValidation', countBody)
	app.decorate('countWrittenBytes', countWrittenBytes)
	const followRankings = createRankingFollower(services.db)
	app.addHook('onSend', async ({ routeOptions: { config } }, { statusCode }) => {
		if (config.limit === 'write' && statusCode < 400) await followRankings()
	})
	app.addHook('onResponse', logResponse)
	wakeOutboxAfterResponses(app, services.mail)
	if (metrics) app.addHook('onResponse', metrics.http.observeResponse)
	app.addHook('onClose', pageServer.startLogging(app.log))

	// Collects the endpoints that are registered after it
	registerApiDocs(app, config)
	registerEndpoints(app, services, counters)
	return app
}

/** Opens the counters of rate limits: on the Redis server that the configuration names, or in this process. */
async function openCounters({ config, keys, clock }: Services, log: FastifyBaseLogger): Promise<Counters> {
	if (config.redisUrl === undefined) return createLocalCounters(clock)
	// The client takes 10 MB
	const { createRedisCounters } = await import('#server/http/redis-counters.ts')
	const { fingerprint, addresses: key } = keys
	return createRedisCounters({ url: config.redisUrl, fingerprint, key, clock, log })
}

function registerEndpoints(app: App, services: Services, counters: Counters): void {
	healthRoutes(app, services.readiness)
	siteRoutes(app, services)
	siteSettingsRoutes(app, services)
	inviteRoutes(app, services)
	approvalRoutes(app, services)
	registrationRoutes(app, services)
	sessionRoutes(app, services)
	passwordRoutes(app, services)
	accountRoutes(app, services)
	ticketRoutes(app, services)
	secondStepRoutes(app, services)
	factorRoutes(app, services)
	socialRoutes(app, services)
	connectionRoutes(app, services)
	facebookRoutes(app, services)
	deviceRoutes(app, services)
	tokenRoutes(app, services)
	exportRoutes(app, services)
	importRoutes(app, services)
	steamRoutes(app, services)
	importWriteRoutes(app, services)
	importStateRoutes(app, services, counters)
	profileRoutes(app, services)
	pictureRoutes(app, services)
	artRoutes(app, services)
	imageRoutes(app, services)
	sharePictureRoutes(app, services)
	searchRoutes(app, services)
	userRoutes(app, services)
	gameRoutes(app, services)
	seriesRoutes(app, services)
	browseRoutes(app, services)
	relatedRoutes(app)
	popularityRoutes(app, services)
	calendarRoutes(app, services)
	wishlistAddressRoutes(app, services)
	lookupRoutes(app, services, counters)
	suggestionRoutes(app, services)
	editRoutes(app, services)
	reviewRoutes(app, services)
	reviewWriteRoutes(app, services)
	reviewDraftRoutes(app, services)
	impressionRoutes(app, services)
	commentRoutes(app, services)
	commentWriteRoutes(app, services)
	followRoutes(app, services)
	blockRoutes(app, services)
	libraryListRoutes(app, services)
	diaryRoutes(app, services)
	statsRoutes(app, services)
	libraryRoutes(app, services)
	playRoutes(app, services)
	playSessionRoutes(app, services)
	playReportRoutes(app, services)
	recommendationRoutes(app, services)
	nextRoutes(app, services)
	listRoutes(app, services)
	listWriteRoutes(app, services)
	listSharingRoutes(app, services)
	activityRoutes(app, services)
	notificationRoutes(app, services)
	reportRoutes(app, services)
	moderationRoutes(app, services)
	appealRoutes(app, services)
	transparencyRoutes(app, services)
	blockedWordRoutes(app, services)
	pushRoutes(app, services)
	preferenceRoutes(app, services)
	peopleRoutes(app, services)
	numbersRoutes(app, services)
	workRoutes(app, services)
	catalogRoutes(app, services)
	oneClickRoutes(app, services)
	calendarFeedRoutes(app, services)
	feedRoutes(app, services)
}

/** Accepts JSON bodies only; other types get a 415. An empty body counts as none, and `__proto__` is rejected. */
function acceptJsonOnly(app: App): void {
	const parse = app.getDefaultJsonParser('error', 'error')
	app.removeAllContentTypeParsers()
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
		request.bodyBytes = Buffer.byteLength(body)
		if (body === '') done(null, undefined)
		// A null body would pass validation as a missing one
		else if (body.trim() === 'null') done(new AppError(400, HTTP_REFUSALS[400]))
		else parse(request, body, done)
	})
}
