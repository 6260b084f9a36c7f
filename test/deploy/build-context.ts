import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Lists the files that `docker build` would send of a clean clone: those of git, without those of `.dockerignore`. */
export function listBuildContext(root: string): string[] {
	const rules = readIgnoreRules(readFileSync(path.join(root, '.dockerignore'), 'utf8'))
	return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: root,
		encoding: 'utf8',
	})
		.split('\0')
		.filter((file) => file && !isIgnored(rules, file) && existsSync(path.join(root, file)))
}

interface IgnoreRule {
	pattern: RegExp
	isException: boolean
}

/** Parses the rules of a `.dockerignore`. */
export function readIgnoreRules(text: string): IgnoreRule[] {
	return text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line && !line.startsWith('#'))
		.map((line) => ({ pattern: toPattern(line.replace(/^!/, '')), isException: line.startsWith('!') }))
}

/** Checks whether the last rule that matches a file, or one of its folders, leaves it out. */
export function isIgnored(rules: readonly IgnoreRule[], file: string): boolean {
	const paths = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
	const rule = rules.findLast(({ pattern }) => paths.some((name) => pattern.test(name)))
	return rule !== undefined && !rule.isException
}

/** Converts a pattern of Docker's: `*` and `?` stay in a folder and also match a leading dot, `**` spans folders. */
export function toPattern(glob: string): RegExp {
	const parts = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' } as const
	const source = glob.replaceAll(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (part) =>
		part in parts ? parts[part as keyof typeof parts] : `\\${part}`,
	)
	return new RegExp(`^${source}$`)
}
