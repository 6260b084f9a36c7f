import { Agent } from 'node:http'
import { expect, test } from 'vitest'
import { ask } from '#kit/ask.ts'
import { createSeededLocation } from '#kit/site-process.ts'
import { readConfig } from '#server/config.ts'
import { openSite } from '#server/site.ts'

const REQUESTS = 500
/** Older than the cache keeps a page, for an outage too. */
const COLD_MS = 120_000
/** One job may still end, and one session begin. */
const MAX_MORE = 5

test('five hundred concurrent requests for a cold page render it once, and all succeed', {
	tags: ['trust-30'],
}, async () => {
	await using place = await createSeededLocation()
	const time = { now: Date.now() }
	const config = readConfig({ ...place.env, METRICS_PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' })
	const site = await openSite(
		config,
		() => {},
		() => time.now,
	)
	const url = await site.app.listen({ host: '127.0.0.1', port: 0 })
	// Stops the background jobs, whose statements would count too
	site.beginShutdown()
	const countStatements = async () => {
		const metric = await site.services.metrics?.registry
			.getSingleMetric('savepoint_database_statement_duration_seconds')
			?.get()
		const counts = metric?.values.filter(
			(value) => 'metricName' in value && String(value.metricName).endsWith('_count'),
		)
		return (counts ?? []).reduce((sum, { value }) => sum + value, 0)
	}
	const agent = new Agent({ keepAlive: true })
	/** Opens a page so many times at once, and returns how many statements that took. */
	async function open(path: string, times: number): Promise<number> {
		time.now += COLD_MS
		const before = await countStatements()
		const statuses = await Promise.all(Array.from({ length: times }, () => ask(url + path, agent)))
		expect(new Set(statuses)).toEqual(new Set([200]))
		return (await countStatements()) - before
	}

	for (const path of ['/', '/games', '/games/1', '/sitemap.xml', '/feeds/reviews.atom']) {
		const once = await open(path, 1)
		expect([path, once > 0]).toEqual([path, true])
		const statements = await open(path, REQUESTS)
		expect([path, statements <= once + MAX_MORE, statements]).toEqual([path, true, statements])
	}
	agent.destroy()
	await site.close()
})
