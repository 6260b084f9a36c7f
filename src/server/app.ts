import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	LogController,
	type RawReplyDefaultExpression,
	type RawRequestDefaultExpression,
	type RawServerDefault,
} from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import { activityRoutes } from './activities/routes.ts'
import { describeApi } from './api-docs.ts'
import { authRoutes } from './auth/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { answerError, answerUnknown } from './errors.ts'
import { followRoutes } from './follows/routes.ts'
import { gameRoutes } from './games/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { rateLimits } from './rate-limits.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { securityHeaders } from './security-headers.ts'
import type { Services } from './services.ts'
import { userRoutes } from './users/routes.ts'
import { validatorCompiler } from './validation.ts'
import { viewerHooks } from './viewer.ts'

/** The HTTP server, with requests and answers typed by the contract's schemas. */
export type App = FastifyInstance<
	RawServerDefault,
	RawRequestDefaultExpression,
	RawReplyDefaultExpression,
	FastifyBaseLogger,
	TypeBoxTypeProvider
>

/** The site's API, ready to listen or to be called in process; pages are added by their own plugin. */
export async function createApp(services: Services): Promise<App> {
	const { config } = services
	const app = fastify({
		logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
		// one line an answer, below, without addresses' queries: they hold people's text
		logController: new LogController({ disableRequestLogging: true }),
		genReqId: () => randomUUID(),
		trustProxy: (_address, hop) => hop < config.trustedProxies,
		bodyLimit: LIMITS.bodyBytes,
		requestTimeout: 20_000,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
		// the last answers of a stopping server are given, and say that the connection ends
		return503OnClosing: false,
		frameworkErrors: answerError,
	}).withTypeProvider<TypeBoxTypeProvider>()

	app.setValidatorCompiler(validatorCompiler)
	app.setErrorHandler(answerError)
	app.setNotFoundHandler(answerUnknown)
	acceptJsonOnly(app)

	const headers = securityHeaders(config)
	const { identify, requireSession } = viewerHooks(services)
	app.decorateRequest('viewer', null)
	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers(headers)
		done()
	})
	app.addHook('onRequest', identify)
	await app.register(rateLimit, rateLimits(config))
	app.addHook('onRoute', (route) => {
		const { bodyBytes } = route.config ?? {}
		if (bodyBytes !== undefined) route.bodyLimit = bodyBytes
	})
	app.addHook('preValidation', requireSession)
	app.addHook('onResponse', (request, reply, done) => {
		request.log.info(
			{
				method: request.method,
				route: request.routeOptions.url ?? null,
				status: reply.statusCode,
				ms: Math.round(reply.elapsedTime),
			},
			'answered',
		)
		done()
	})

	describeApi(app, config)
	authRoutes(app, services)
	userRoutes(app, services)
	gameRoutes(app, services)
	reviewRoutes(app, services)
	commentRoutes(app, services)
	followRoutes(app, services)
	listRoutes(app, services)
	activityRoutes(app, services)
	return app
}

/** Bodies are JSON; an empty one counts as none, and `__proto__` in one is refused. Other types answer 415. */
function acceptJsonOnly(app: App): void {
	const parse = app.getDefaultJsonParser('error', 'error')
	app.removeAllContentTypeParsers()
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, undefined)
		else parse(request, body, done)
	})
}
