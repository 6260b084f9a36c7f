import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { context, propagation, type TextMapPropagator, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { createSpanExporter } from './span-exporter.ts'

const FLUSH_TIMEOUT_MS = 1_000
/** The first word of a statement, after a comment. */
const STATEMENT_KIND = /^(?:\/\*.*?\*\/)?\W*(\w+)/
const PROBE_PATH = /^\/(healthz|readyz)\/?(\?|$)/

interface TracingOptions {
	/** The base URL of the collector. */
	endpoint: string
	/** Receives messages for the operator. */
	report: (sentence: string) => void
	clock: () => number
}

/**
 * Starts to send traces of requests, statements and outgoing calls to an OpenTelemetry collector. Applies to the whole
 * process: to servers and database connections that are created later. The returned function sends the last spans, for at
 * most a second, and stops it.
 */
export function startTracing({ endpoint, report, clock }: TracingOptions): () => Promise<void> {
	const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
	const provider = new NodeTracerProvider({
		resource: defaultResource()
			.merge(resourceFromAttributes({ 'service.name': 'savepoint' }))
			.merge(detectResources({ detectors: [envDetector] })),
		spanProcessors: [
			new BatchSpanProcessor(createSpanExporter(exporter, { collector: new URL(endpoint).host, report, clock })),
		],
	})
	provider.register({ propagator: NO_PROPAGATION })
	const instrumentations = [instrumentFastify(), instrumentStatements(), instrumentFetch()]

	return async () => {
		for (const instrumentation of instrumentations) instrumentation.disable()
		await Promise.race([provider.shutdown().catch(() => {}), setTimeout(FLUSH_TIMEOUT_MS, undefined, { ref: false })])
		trace.disable()
		context.disable()
		propagation.disable()
	}
}

/** Traces begin here: anybody could send a `traceparent`, and other sites learn nothing of ours. */
const NO_PROPAGATION: TextMapPropagator = { inject() {}, extract: (present) => present, fields: () => [] }

function instrumentFastify() {
	return new FastifyOtelInstrumentation({
		registerOnInitialization: true,
		instrumentHandler: false,
		instrumentHooks: false,
		recordExceptions: false,
		ignorePaths: ({ url }) => PROBE_PATH.test(url),
		requestHook(span, { method, routeOptions }) {
			span.updateName(`${method} ${routeOptions.config.routeLabel ?? routeOptions.url ?? 'unknown'}`)
		},
	})
}

function instrumentStatements() {
	const instrumentation = new PgInstrumentation({
		requireParentSpan: true,
		enhancedDatabaseReporting: false,
		requestHook: (span, { query }) =>
			void span.updateName(STATEMENT_KIND.exec(query.text)?.[1]?.toLowerCase() ?? 'query'),
	})
	// The instrumentation patches modules as they are required. The site has imported them already; this hands it the
	// same ones, with the prototypes that the site uses, so that no loader hook is necessary.
	const require = createRequire(import.meta.url)
	require('pg')
	createRequire(require.resolve('pg'))('pg-pool')
	return instrumentation
}

function instrumentFetch() {
	return new UndiciInstrumentation({ requireParentforSpans: true })
}
