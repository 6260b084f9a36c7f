import path from 'node:path'
import { expect, test } from 'vitest'
import { startCommand } from '#kit/site-process.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PATIENCE = { timeout: 60_000, interval: 20 }

function startCluster() {
	return startCommand([process.execPath, 'test/kit/heartbeat-cluster.ts'], { cwd: ROOT, env: {} })
}

test('a worker that blocks for good is killed and replaced', async () => {
	await using site = await startCluster()
	const blocked = fetch(`${site.url}/block`)
	await expect(blocked).rejects.toThrow('fetch failed')
	await expect.poll(site.output, PATIENCE).toContain('Another worker has taken its place.')
	expect(site.output().match(/^Worker process \d+ .*$/gm)).toEqual([
		expect.stringMatching(/^Worker process \d+ was killed because it had not answered for 3 seconds\.$/),
	])
	const pids = await Promise.all(Array.from({ length: 4 }, async () => (await fetch(site.url)).text()))
	expect(new Set(pids).size).toBe(2)
})

test('a worker that is busy for longer than the limit, but not at once, stays', async () => {
	await using site = await startCluster()
	expect((await fetch(`${site.url}/busy`)).status).toBe(200)
	expect(site.output()).not.toContain('Worker process')
})
