import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import { describeApi } from '#server/api-docs/routes.ts'
import { passwordRoutes } from '#server/features/account/password-routes.ts'
import { registrationRoutes } from '#server/features/account/registration-routes.ts'
import { accountRoutes } from '#server/features/account/routes.ts'
import { ticketRoutes } from '#server/features/account/ticket-routes.ts'
import { activityRoutes } from '#server/features/activity/routes.ts'
import { commentRoutes } from '#server/features/comments/routes.ts'
import { exportRoutes } from '#server/features/export/routes.ts'
import { followRoutes } from '#server/features/follows/routes.ts'
import { gameRoutes } from '#server/features/games/routes.ts'
import { listRoutes } from '#server/features/lists/routes.ts'
import { listWriteRoutes } from '#server/features/lists/write-routes.ts'
import { artRoutes } from '#server/features/media/art-routes.ts'
import { imageRoutes } from '#server/features/media/image-routes.ts'
import { pictureRoutes } from '#server/features/media/picture-routes.ts'
import { profileRoutes } from '#server/features/profile/routes.ts'
import { reviewRoutes } from '#server/features/reviews/routes.ts'
import { seenRoutes } from '#server/features/reviews/seen-routes.ts'
import { reviewWriteRoutes } from '#server/features/reviews/write-routes.ts'
import { searchRoutes } from '#server/features/search/routes.ts'
import { deviceRoutes } from '#server/features/sessions/device-routes.ts'
import { liveSession } from '#server/features/sessions/queries.ts'
import { sessionRoutes } from '#server/features/sessions/routes.ts'
import { siteRoutes } from '#server/features/site/routes.ts'
import { connectionRoutes } from '#server/features/social-login/connection-routes.ts'
import { facebookRoutes } from '#server/features/social-login/facebook-routes.ts'
import { socialRoutes } from '#server/features/social-login/routes.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import type { App } from '#server/http/app-type.ts'
import { answerClientErrors } from '#server/http/client-errors.ts'
import { allowAppOrigins } from '#server/http/cors.ts'
import { AppError, answerError, answerUnknown, REFUSED } from '#server/http/errors.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { logAnswer, logOptions } from '#server/http/log.ts'
import { outageLog } from '#server/http/outage-log.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { serializerCompiler } from '#server/http/serialization.ts'
import { validatorCompiler } from '#server/http/validation.ts'
import { viewerHooks } from '#server/http/viewer.ts'
import { limitWriters } from '#server/http/write-concurrency.ts'
import { limitWrittenBytes } from '#server/http/write-quota.ts'
import { servePageCache } from '#server/pages/serve-page-cache.ts'
import type { Services } from './services.ts'

/** The site's API, ready to listen or to be called in process; pages are added by their own plugin. */
export async function createApp(services: Services): Promise<App> {
	const { config } = services
	const headers = securityHeaders(config)
	const pageServer = servePageCache(config, services.pages)
	const app = fastify({
		...logOptions(config),
		genReqId: () => randomUUID(),
		trustProxy: (_address, hop) => hop < config.trustedProxies,
		bodyLimit: LIMITS.bodyBytes,
		serverFactory: (answer) => {
			const server = createHttpServer(config, (request, response) => {
				// Once the server stops listening, Fastify gives the last answers, which end their connections
				if (!(server.listening && pageServer.answer(request, response))) answer(request, response)
			})
			return server
		},
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
		// The last answers of a stopping server are given, and say that the connection ends
		return503OnClosing: false,
		// Addresses that cannot be decoded, before any hook
		frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
		clientErrorHandler: answerClientErrors(headers),
	}).withTypeProvider<TypeBoxTypeProvider>()

	app.setValidatorCompiler(validatorCompiler)
	app.setSerializerCompiler(serializerCompiler)
	app.setErrorHandler(answerError)
	acceptJsonOnly(app)

	const { identify, requireSession } = viewerHooks({
		verify: (token) => services.accessTokens.verify(token, services.clock()),
		findSession: (viewer) => liveSession(services.db, viewer),
	})
	app.decorate('outages', outageLog(app.log))
	app.decorateRequest('viewer', null)
	app.decorateRequest('refusal', null)
	app.decorateRequest('deed', null)
	app.decorateRequest('bodyBytes', 0)
	app.addHook('onRequest', (request, reply, done) => {
		reply.headers(headers)
		// What a call answers depends on who asks, which neither a browser nor a proxy can tell from the address
		if (request.routeOptions.config.summary !== undefined) reply.header('cache-control', 'no-store')
		done()
	})
	app.addHook('onRequest', allowAppOrigins(config))
	app.addHook('onRequest', identify)
	await app.register(rateLimit, rateLimits(config))
	app.setNotFoundHandler({ preHandler: app.rateLimit() }, answerUnknown)
	// Few calls read cookies, and parse them themselves
	await app.register(cookie, { hook: false })
	app.addHook('onRoute', (route) => {
		const { bodyBytes } = route.config ?? {}
		if (bodyBytes !== undefined) route.bodyLimit = bodyBytes
	})
	limitWriters(app, config)
	app.addHook('preValidation', requireSession)
	app.addHook('preValidation', limitWrittenBytes(config, services.clock))
	app.addHook('onResponse', logAnswer)
	app.addHook('onClose', pageServer.logAnswers(app.log))

	describeApi(app, config)
	siteRoutes(app, services)
	registrationRoutes(app, services)
	sessionRoutes(app, services)
	passwordRoutes(app, services)
	accountRoutes(app, services)
	ticketRoutes(app, services)
	socialRoutes(app, services)
	connectionRoutes(app, services)
	facebookRoutes(app, services)
	deviceRoutes(app, services)
	exportRoutes(app, services)
	profileRoutes(app, services)
	pictureRoutes(app, services)
	artRoutes(app, services)
	imageRoutes(app, services)
	searchRoutes(app, services)
	userRoutes(app, services)
	gameRoutes(app, services)
	reviewRoutes(app, services)
	reviewWriteRoutes(app, services)
	seenRoutes(app, services)
	commentRoutes(app, services)
	followRoutes(app, services)
	listRoutes(app, services)
	listWriteRoutes(app, services)
	activityRoutes(app, services)
	return app
}

/** Bodies are JSON; an empty one counts as none, and `__proto__` in one is refused. Other types answer 415. */
function acceptJsonOnly(app: App): void {
	const parse = app.getDefaultJsonParser('error', 'error')
	app.removeAllContentTypeParsers()
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
		request.bodyBytes = Buffer.byteLength(body)
		if (body === '') done(null, undefined)
		// Null would pass for no body at all
		else if (body.trim() === 'null') done(new AppError(400, REFUSED[400]))
		else parse(request, body, done)
	})
}
