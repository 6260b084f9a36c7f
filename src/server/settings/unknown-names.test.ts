import { expect, test } from 'vitest'
import { SETTINGS } from './settings.ts'
import { findUnknownNames } from './unknown-names.ts'

const toEnv = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']))

test.each([
	['DATABSE_URL', 'DATABASE_URL'],
	['DATABASE_URI', 'DATABASE_URL'],
	['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
	['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
	['public_url', undefined],
	['SMTP_HOST', undefined],
])('%s in .env is unknown, and %s is near', (name, nearest) => {
	expect(findUnknownNames(toEnv([name]), [name])).toEqual([nearest ? { name, nearest } : { name }])
})

test('of the variables around the site only those are named that are almost a setting', () => {
	const around = [
		'PATH',
		'HOME',
		'HOSTNAME',
		'PWD',
		'LANG',
		'SHELL',
		'USER',
		'PGHOST',
		'AWS_ACCESS_KEY_ID',
		'NODE_OPTIONS',
	]
	const others = ['POSTGRES_PASSWORD', 'SITE_HOST', 'GARAGE_DEFAULT_ACCESS_KEY', 'npm_config_cache', 'INVOCATION_ID']
	expect(findUnknownNames(toEnv([...around, ...others]), [])).toEqual([])
	expect(findUnknownNames(toEnv([...around, 'TRUSTED_PROXIE']), [])).toEqual([
		{ name: 'TRUSTED_PROXIE', nearest: 'TRUSTED_PROXIES' },
	])
	const known = [...Object.keys(SETTINGS.properties), 'CATALOGUE_IMAGE_HOSTS', 'POSTGRES_PASSWORD']
	expect(findUnknownNames(toEnv(known), known)).toEqual([])
})
