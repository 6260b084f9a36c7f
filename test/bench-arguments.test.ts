import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'

const bench = (...args: string[]) => {
	const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.ts', ...args], {
		env: BARE_ENV,
		encoding: 'utf8',
		timeout: 60_000,
	})
	return { status, stdout, stderr }
}

test('the benchmark explains itself instead of running if it is asked to, or does not know a flag', () => {
	expect(bench('--help')).toEqual({
		status: 0,
		stdout: expect.stringContaining('npm run bench -- [word…]'),
		stderr: '',
	})
	expect(bench('--smal', 'home')).toEqual({
		status: 1,
		stdout: '',
		stderr: expect.stringMatching(/^Unknown option '--smal'[\s\S]*npm run bench -- \[word…\]/),
	})
})
