import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'
import { isAlive, sendSignal } from '#kit/signals.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PATIENCE = { timeout: 60_000 }

async function startCluster() {
	const primary = spawn(process.execPath, ['test/kit/metrics-cluster.ts'], {
		cwd: ROOT,
		env: BARE_ENV,
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const exited = once(primary, 'exit')
	const [line] = (await once(createInterface(primary.stdout), 'line')) as [string]
	const [port, ...pids] = line.split(' ').map(Number)
	onTestFinished(async () => {
		// A stopped one would outlive its primary
		for (const pid of pids) sendSignal(pid, 'SIGCONT')
		primary.kill()
		await exited
	})
	return {
		pids,
		async readLines() {
			const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
			expect(answer.status).toBe(200)
			return (await answer.text()).split('\n')
		},
	}
}

const TOTALS = [
	'savepoint_database_statement_duration_seconds_count{result="ok"} 2',
	'savepoint_job_duration_seconds_count{name="windows"} 2',
	'savepoint_queue_refused_total{queue="mails"} 10',
	'savepoint_worker_failures_total{reason="ended"} 3',
	'savepoint_worker_failures_total{reason="hung"} 0',
]

test('the primary process serves its metrics and those of all workers as one', async () => {
	const { readLines } = await startCluster()
	const lines = await readLines()
	expect(lines).toEqual(
		expect.arrayContaining([
			...TOTALS,
			'savepoint_queue_length{queue="mails"} 20',
			'savepoint_queue_oldest_age_seconds{queue="mails"} 2',
		]),
	)
})

test('totals keep what a worker counted that hangs or has ended', async () => {
	const { pids, readLines } = await startCluster()
	await readLines()
	const [hung = 0] = pids
	sendSignal(hung, 'SIGSTOP')
	const ofTheOther = [...TOTALS, 'savepoint_queue_length{queue="mails"} 10']
	expect(await readLines()).toEqual(expect.arrayContaining(ofTheOther))
	sendSignal(hung, 'SIGKILL')
	await expect.poll(() => isAlive(hung), PATIENCE).toBe(false)
	expect(await readLines()).toEqual(expect.arrayContaining(ofTheOther))
})
