import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { SETTINGS } from '#server/settings/settings.ts'
import { readCompose } from './compose-file.ts'
import { onlyStep, readStages, type Stage } from './dockerfile.ts'
import { readEnvironment, readManifests } from './manifests.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** What bounds the memory of a site, for Node and for the C library. */
const RUNTIME = ['NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']
const OURS = new Set([...Object.keys(SETTINGS.properties), 'NODE_ENV', ...RUNTIME])
/** What other programs read: PostgreSQL's image, our scripts for it, Valkey, Garage, and Caddy. */
const THEIRS = new Set([
	...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'REPLICATION_PASSWORD', 'PRIMARY_HOST'],
	...['VALKEY_PASSWORD', 'SITE_HOST', 'SITE_UPSTREAMS', 'REFUSALS_LOG'],
	...['GARAGE_RPC_SECRET', 'GARAGE_DEFAULT_BUCKET', 'GARAGE_DEFAULT_ACCESS_KEY', 'GARAGE_DEFAULT_SECRET_KEY'],
])
/** Values of an operator's .env. */
const EXAMPLES: Record<string, string> = {
	PUBLIC_URL: 'https://savepoint.example',
	SITE_HOST: 'savepoint.example',
	SECRET_KEY: 'a'.repeat(64),
	S3_ACCESS_KEY_ID: 'GK0123456789abcdef01234567',
}

const environments = listEnvironments()

test.each(environments)('every variable that $file sets for the site is a setting', ({ variables }) => {
	expect(Object.keys(variables).filter((name) => !OURS.has(name))).toEqual([])
})

test.each(environments)('the site starts with the variables of $file', ({ variables }) => {
	expect(readConfig({ ...variables, MAIL_FROM: 'no-reply@savepoint.example' }).dataDir).toMatch(
		/^\/(data|var\/lib\/savepoint)$/,
	)
})

test.each(['compose.yaml', 'compose.scale.yaml'])('every variable of %s is read by somebody', (file) => {
	const { services } = readCompose(file)
	const others = Object.values(services).filter(({ build }) => !build)
	const names = [
		...others.flatMap(({ environment = {} }) => Object.keys(environment)),
		...[...read(file).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name),
	]
	expect(names.filter((name) => !OURS.has(name) && !THEIRS.has(name))).toEqual([])
})

test('Compose sets what the scripts and the proxy read', () => {
	const { services } = readCompose('compose.scale.yaml')
	const readers = {
		postgres: 'deploy/postgres/allow-replication.sh',
		replica: 'deploy/postgres/start-replica.sh',
		proxy: 'deploy/caddy/Caddyfile',
	}
	// Set by the image, or by the script itself
	const own = new Set(['PGDATA', 'PGPASSWORD'])
	for (const [service, file] of Object.entries(readers)) {
		const names = [...read(file).matchAll(/\$(?:\{?\$?)?([A-Z]\w+)/g)].map(([, name = '']) => name)
		expect(names.length).toBeGreaterThan(0)
		const set = services[service]?.environment ?? {}
		expect([file, names.filter((name) => !(name in set) && !own.has(name))]).toEqual([file, []])
	}
})

/** The variables of each way to run the site, filled in as an operator would. */
function listEnvironments(): { file: string; variables: Record<string, string> }[] {
	const image = readStages(read('Dockerfile')).at(-1) as Stage
	const unit = [...read('deploy/systemd/savepoint.service').matchAll(/^Environment=(\w+)=(.*)$/gm)]
	const [secret] = readManifests('secret.example.yaml')
	const ofImage = onlyStep(image, 'ENV').values
	return [
		{ file: 'Dockerfile', variables: { ...ofImage } },
		...['compose.yaml', 'compose.scale.yaml'].flatMap((file) =>
			Object.values(readCompose(file).services)
				.filter(({ build }) => build)
				.map(({ environment = {} }) => ({ file, variables: { ...ofImage, ...fillIn(environment) } })),
		),
		{
			file: 'savepoint.service',
			variables: Object.fromEntries(unit.map(([, name = '', value = '']) => [name, value])),
		},
		{
			file: 'the Kubernetes manifests',
			variables: { ...ofImage, ...readEnvironment('settings.env'), ...secret?.stringData },
		},
	]
}

function fillIn(environment: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(environment).map(([name, value]) => [
			name,
			value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => EXAMPLES[variable] ?? 'example'),
		]),
	)
}
