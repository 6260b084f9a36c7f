import { SpanStatusCode } from '@opentelemetry/api'
import {
	BasicTracerProvider,
	InMemorySpanExporter,
	SimpleSpanProcessor,
	type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import { expect, test } from 'vitest'
import { createSpanExporter } from './span-exporter.ts'

const COLLECTOR = 'collector:4318'

/** Ends spans one after the other with a wrapped exporter, and collects what the operator reads. */
function startExporter(exporter: SpanExporter) {
	const time = { now: 0 }
	const reports: string[] = []
	const wrapped = createSpanExporter(exporter, {
		collector: COLLECTOR,
		report: (sentence) => reports.push(sentence),
		clock: () => time.now,
	})
	const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(wrapped)] })
	return { time, reports, tracer: provider.getTracer('test') }
}

test('a span leaves without messages of errors and without attributes that are not listed', () => {
	const memory = new InMemorySpanExporter()
	const { tracer } = startExporter(memory)
	const span = tracer.startSpan('GET /api/users/:id', {
		attributes: {
			'http.route': '/api/users/:id',
			'url.path': '/api/users/canary?token=canary',
			'user_agent.original': 'canary',
		},
	})
	span.recordException(new Error('duplicate key (canary@example.org)'))
	span.setStatus({ code: SpanStatusCode.ERROR, message: 'canary' })
	span.addLink({ context: span.spanContext(), attributes: { name: 'canary' } })
	span.end()
	const [sent] = memory.getFinishedSpans()
	expect(sent?.name).toBe('GET /api/users/:id')
	expect(sent?.attributes).toEqual({ 'http.route': '/api/users/:id' })
	expect(sent?.status).toEqual({ code: SpanStatusCode.ERROR })
	expect([sent?.events, sent?.links]).toEqual([[], []])
})

test('a failing collector is left alone for half a minute, and reported once until it is back', async () => {
	let attempts = 0
	let isUp = false
	const { time, reports, tracer } = startExporter({
		export(_spans, done) {
			attempts++
			done(isUp ? { code: 0 } : { code: 1, error: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) })
		},
		shutdown: async () => {},
	})
	const endSpans = () => {
		for (let count = 0; count < 10; count++) tracer.startSpan('span').end()
	}
	endSpans()
	expect(attempts).toBe(1)
	time.now += 30_000
	endSpans()
	expect(attempts).toBe(2)
	expect(reports).toEqual([
		`The trace collector at ${COLLECTOR} is unavailable (ECONNREFUSED). The site runs on; traces are dropped until the collector is back.`,
	])
	isUp = true
	time.now += 30_000
	endSpans()
	expect(attempts).toBe(12)
	expect(reports.slice(1)).toEqual([`The trace collector at ${COLLECTOR} is back.`])
})
