import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** What the tests read of a service. */
export interface ComposeService {
	image: string
	build?: string
	command?: string[]
	environment?: Record<string, string>
	volumes?: string[]
	ports?: string[]
	restart?: string
	read_only?: boolean
	cap_drop?: string[]
	security_opt?: string[]
	stop_grace_period?: string
}

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Reads a Compose file, its anchors resolved. */
export function readCompose(file: string): { services: Record<string, ComposeService> } {
	return parse(readFileSync(path.join(ROOT, file), 'utf8'), { merge: true }) as ReturnType<typeof readCompose>
}
