import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startSite } from '#kit/site.ts'
import { createPrimaryRegistry } from '#server/telemetry/cluster-metrics.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

interface Dashboard {
	panels: { title: string; targets?: { expr: string }[] }[]
}
interface Rules {
	groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}

const dashboard = JSON.parse(read('deploy/grafana/savepoint.json')) as Dashboard
const rules = (parse(read('deploy/prometheus/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)
const dashboardExpressions = dashboard.panels
	.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
	// Grafana replaces its variables before Prometheus sees them
	.map((expr) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'))

/** Labels that Prometheus adds to each sample. */
const TARGET_LABELS = ['job', 'instance']
/** The metric that Prometheus makes of each scrape. */
const SCRAPE_METRIC = 'up'

/** The label names of each metric of a running site, and the queues that it names. */
const labelsByMetric = new Map<string, readonly string[]>([[SCRAPE_METRIC, []]])
let queues: string[] = []

beforeAll(async () => {
	await using site = await startSite({ env: { METRICS_PORT: '0', DATABASE_URL: 'postgres://unused' } })
	const { metrics } = site.services
	if (!metrics) throw new Error('The site has no metrics')
	metrics.watchPools(() => [])
	metrics.watchConnections({ countLoad: () => ({ open: 0, pendingRequests: 0, refused: 0 }) })
	for (const registry of [metrics.registry, createPrimaryRegistry(() => ({ ended: 0, hung: 0 }))])
		for (const metric of await registry.getMetricsAsJSON()) {
			const { labelNames = [] } = registry.getSingleMetric(metric.name) as unknown as { labelNames?: string[] }
			const isHistogram = String(metric.type) === 'histogram'
			for (const suffix of isHistogram ? ['_bucket', '_sum', '_count'] : [''])
				labelsByMetric.set(metric.name + suffix, suffix === '_bucket' ? [...labelNames, 'le'] : labelNames)
			if (metric.name === 'savepoint_queue_length') queues = metric.values.map(({ labels }) => String(labels.queue))
		}
})

interface Selector {
	metric: string
	matchers: { label: string; value: string }[]
}

/** Parses an expression strictly, and returns the selectors in it and the labels that it groups by. */
function parseExpression(expr: string): { selectors: Selector[]; grouping: string[] } {
	const selectors: Selector[] = []
	const grouping: string[] = []
	const tree = parser.configure({ strict: true }).parse(expr)
	tree.iterate({
		enter({ name, from, to, node }) {
			const text = expr.slice(from, to)
			if (name === 'VectorSelector') {
				const identifier = node.getChild('Identifier')
				selectors.push({ metric: identifier ? expr.slice(identifier.from, identifier.to) : text, matchers: [] })
			} else if (name === 'UnquotedLabelMatcher') {
				const [label = '', value = ''] = text.split(/\s*(?:=~|!~|!=|=)\s*/)
				selectors.at(-1)?.matchers.push({ label, value: value.slice(1, -1) })
			} else if (name === 'GroupingLabels') grouping.push(...(text.match(/\w+/g) ?? []))
		},
	})
	return { selectors, grouping }
}

const isOwn = (metric: string) => metric.startsWith('savepoint_')

test.each([
	['dashboard', dashboardExpressions],
	['alert rules', rules.map(({ expr }) => expr)],
])('the %s use metrics and labels that the site has', (_, expressions) => {
	expect(expressions.length).toBeGreaterThan(10)
	for (const expr of expressions) {
		const { selectors, grouping } = parseExpression(expr)
		expect(selectors.length, expr).toBeGreaterThan(0)
		const known = new Set(TARGET_LABELS)
		for (const { metric, matchers } of selectors) {
			const labels = labelsByMetric.get(metric)
			expect(labels, `${metric} in ${expr}`).toBeDefined()
			for (const label of labels ?? []) known.add(label)
			for (const { label, value } of matchers) {
				expect([...(labels ?? []), ...TARGET_LABELS], `${metric} in ${expr}`).toContain(label)
				if (label === 'queue') expect(queues, expr).toContain(value)
			}
		}
		for (const label of grouping) expect([...known], expr).toContain(label)
	}
})

test('the dashboard shows every metric of ours', () => {
	const shown = new Set(
		dashboardExpressions.flatMap((expr) => parseExpression(expr).selectors.map(({ metric }) => metric)),
	)
	const base = (metric: string) => metric.replace(/_(bucket|sum|count)$/, '')
	const shownBases = new Set([...shown].map(base))
	expect([...labelsByMetric.keys()].filter(isOwn).filter((metric) => !shownBases.has(base(metric)))).toEqual([])
})

test('a wrong expression is found', () => {
	expect(() => parseExpression('sum(rate(savepoint_http_connections[5m])')).toThrow()
	expect(parseExpression('sum by (a) (rate(b{c="d", e!~"f"}[5m])) / max(g)')).toEqual({
		selectors: [
			{
				metric: 'b',
				matchers: [
					{ label: 'c', value: 'd' },
					{ label: 'e', value: 'f' },
				],
			},
			{ metric: 'g', matchers: [] },
		],
		grouping: ['a'],
	})
})

test('the runbook has a chapter for each alert, and no other', () => {
	const chapters = [...read('docs/runbook.md').matchAll(/^## (\S+)$/gm)].map(([, name]) => name)
	expect(chapters).toEqual(rules.map(({ alert }) => alert))
	const mentioned = [...read('docs/runbook.md').matchAll(/\bSavepoint[A-Z]\w+/g)].map(([name]) => name)
	expect(mentioned.filter((name) => !chapters.includes(name))).toEqual([])
	for (const { alert, annotations } of rules) expect(annotations.summary, alert).toMatch(/^\S.*[^.]$/)
})

test('the alert about memory is quiet at what the documents say that two workers need', () => {
	const [, perWorker, ofPrimary] =
		/Reckon with (\d+) MB per worker and (\d+) MB\s+for the main process/.exec(read('docs/self-hosting.md')) ?? []
	const limit = Number(rules.find(({ alert }) => alert === 'SavepointMemory')?.expr.split('>')[1])
	expect(limit).toBeGreaterThan((2 * Number(perWorker) + Number(ofPrimary)) * 1e6 * 1.1)
})
