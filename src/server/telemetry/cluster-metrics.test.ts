import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

test('the primary process serves the metrics of all workers as one', { timeout: 60_000 }, async () => {
	const primary = spawn(process.execPath, ['test/kit/metrics-cluster.ts'], {
		cwd: ROOT,
		env: BARE_ENV,
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	onTestFinished(async () => {
		primary.kill()
		if (primary.exitCode === null && primary.signalCode === null) await once(primary, 'exit')
	})
	const [line] = (await once(createInterface(primary.stdout), 'line')) as [string]
	const answer = await fetch(`http://127.0.0.1:${line.replace('port ', '')}/metrics`)
	const lines = (await answer.text()).split('\n')
	expect(answer.status).toBe(200)
	expect(lines).toEqual(
		expect.arrayContaining([
			'savepoint_database_statement_duration_seconds_count{result="ok"} 2',
			'savepoint_job_duration_seconds_count{name="windows"} 2',
			'savepoint_job_last_success_timestamp_seconds{name="windows"} 2',
			'savepoint_queue_length{queue="mails"} 20',
			'savepoint_queue_oldest_age_seconds{queue="mails"} 2',
		]),
	)
})
