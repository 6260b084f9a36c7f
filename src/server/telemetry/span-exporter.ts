import type { Attributes } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'

/**
 * The attributes that leave the process. The instrumentations record more: URLs with tokens, messages of errors that quote
 * what somebody wrote.
 */
const ATTRIBUTES = [
	'db.namespace',
	'db.query.text',
	'db.system.name',
	'error.type',
	'http.request.method',
	'http.response.status_code',
	'http.route',
	'server.address',
	'server.port',
]
/** How long spans are dropped after the collector has failed. */
const PAUSE_MS = 30_000

/** Returns a span without what could identify a person: no other attributes, no events, no message of its status. */
export function redactSpan(span: ReadableSpan): ReadableSpan {
	const attributes: Attributes = {}
	for (const name of ATTRIBUTES) {
		const value = span.attributes[name]
		if (value !== undefined) attributes[name] = value
	}
	return {
		name: span.name,
		kind: span.kind,
		spanContext: () => span.spanContext(),
		...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
		startTime: span.startTime,
		endTime: span.endTime,
		duration: span.duration,
		ended: span.ended,
		status: { code: span.status.code },
		attributes,
		links: [],
		events: [],
		resource: span.resource,
		instrumentationScope: span.instrumentationScope,
		droppedAttributesCount: 0,
		droppedEventsCount: 0,
		droppedLinksCount: 0,
	}
}

/**
 * Wraps an exporter: spans are redacted, and for half a minute after the collector has failed they are dropped. Reports the
 * first failure, and after it the first success.
 */
export function createSpanExporter(
	exporter: SpanExporter,
	{ collector, report, clock }: { collector: string; report: (sentence: string) => void; clock: () => number },
): SpanExporter {
	let failedAtMs: number | undefined
	return {
		export(spans, done) {
			if (failedAtMs !== undefined && Math.abs(clock() - failedAtMs) < PAUSE_MS) return done({ code: SUCCESS })
			exporter.export(spans.map(redactSpan), (result) => {
				const hasFailed = result.code !== SUCCESS
				if (hasFailed && failedAtMs === undefined)
					report(
						`The trace collector at ${collector} is unavailable (${describe(result.error)}). The site runs on; traces are dropped until the collector is back.`,
					)
				else if (!hasFailed && failedAtMs !== undefined) report(`The trace collector at ${collector} is back.`)
				failedAtMs = hasFailed ? clock() : undefined
				done({ code: SUCCESS })
			})
		},
		shutdown: () => exporter.shutdown(),
	}
}

/** `ExportResultCode.SUCCESS`, which @opentelemetry/core exports. */
const SUCCESS = 0

function describe(error: Error | undefined): string {
	const { code, message } = (error ?? new Error('no answer')) as Error & { code?: unknown }
	return typeof code === 'string' || typeof code === 'number' ? String(code) : message
}
