import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHUTDOWN_TIMEOUT_MS } from '#server/serve.ts'
import { createTestFolder, isInstalled } from '../deploy/installed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const UNIT = path.join(ROOT, 'deploy/systemd/savepoint.service')
/** What systemd calls a service with little exposure, from 0 to 10. */
const MAX_EXPOSURE = 2

const unit = readFileSync(UNIT, 'utf8')
const readDirective = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

describe('the systemd unit', () => {
	test('stops in more time than the site needs, and lets V8 write its machine code', () => {
		expect(Number.parseInt(readDirective('TimeoutStopSec') ?? '', 10) * 1000).toBeGreaterThan(SHUTDOWN_TIMEOUT_MS)
		expect(readDirective('MemoryDenyWriteExecute')).toBe('no')
	})

	test('lets the site run its database: it stops it itself, and reaches it by a socket in its folder', () => {
		expect(readDirective('KillMode')).toBe('mixed')
		expect(readDirective('RestrictAddressFamilies')?.split(' ')).toContain('AF_UNIX')
		expect(readDirective('Environment=DATA_DIR')).toBe(`/var/lib/${readDirective('StateDirectory')}`)
		expect(unit).not.toContain('DATABASE_URL=')
	})

	test('replaces the workers on a reload, one of which goes on', () => {
		expect(readDirective('ExecReload')).toBe('/bin/kill -HUP $MAINPID')
		expect(Number(readDirective('Environment=WORKERS'))).toBeGreaterThan(1)
	})

	test('starts the pinned Node', () => {
		const [program, script] = readDirective('ExecStart')?.split(' ') ?? []
		expect(program?.replace('/opt/savepoint', ROOT)).toBe(path.join(ROOT, 'node_modules/.bin/node'))
		// With the link in it, by which a reload finds the version that has taken the place of this one
		expect(script).toBe(`${readDirective('WorkingDirectory')}/src/main.ts`)
		expect(execFileSync(path.join(ROOT, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' })).toMatch(/^v24/)
	})

	test.skipIf(!isInstalled('systemd-analyze'))('is valid, and exposes little of the system', () => {
		const folder = createTestFolder()
		const file = path.join(folder, 'savepoint.service')
		// Only a program that exists is valid
		writeFileSync(file, unit.replace(readDirective('ExecStart')?.split(' ')[0] ?? '', process.execPath))
		const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
		expect([verified.status, verified.stderr]).toEqual([0, ''])
		const security = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
			encoding: 'utf8',
		})
		expect(Number(/exposure level for savepoint\.service: ([\d.]+)/.exec(security)?.[1])).toBeLessThan(MAX_EXPOSURE)
	})
})
