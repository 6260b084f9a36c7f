import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BIOME = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome')

/** Imports that lint rejects, each with the beginning of what it says. */
const REJECTED: [file: string, specifier: string, sentence: string][] = [
	['src/contract/a1.ts', '#server/http/errors.ts', 'The contract imports TypeBox and itself only'],
	['src/contract/a2.ts', 'react', 'The contract imports TypeBox and itself only'],
	['src/art/a1.ts', '#server/config.ts', 'Drawings know the libraries of images and fonts and themselves only'],
	['src/server/mail/a1.ts', '#web/app/session.tsx', 'The server never imports the web client'],
	['src/server/mail/a2.ts', 'kysely', 'SQL lives in queries*.ts and src/server/db'],
	['src/server/mail/a3.ts', '../http/errors.ts', 'Name the room'],
	['src/server/pages/a1.ts', '#server/app.ts', 'Wiring imports everything'],
	['src/server/db/a1.ts', '#server/http/errors.ts', 'The database knows nothing of what is built on it'],
	['src/server/http/a1.ts', '#server/features/sessions/tokens.ts', 'What serves every route knows no feature'],
	['src/server/features/lists/a1.ts', '#server/features/games/routes.ts', 'A feature imports its own files'],
	['src/server/features/lists/a2.ts', 'kysely', 'SQL lives in queries*.ts and src/server/db'],
	['src/server/features/lists/queries.ts', '#server/http/errors.ts', 'Queries know Kysely'],
	['src/server/features/lists/queries-items.ts', 'fastify', 'Queries know Kysely'],
	['src/web/app/a1.tsx', '#server/config.ts', 'The web client never imports the server'],
	['src/web/app/a2.tsx', 'node:fs', 'The web client never imports the server'],
	['src/web/layout/a1.tsx', '#web/pages/home.tsx', 'Pages compose features'],
	['src/web/features/lists/a1.tsx', '#web/layout/header.tsx', 'Pages compose features'],
	['src/web/pages/a1.tsx', './game.tsx', 'A page never imports another page'],
	['src/web/ui/a1.tsx', '#contract/reviews.ts', 'web/ui knows React and its siblings only'],
]

const ACCEPTED: [file: string, specifier: string][] = [
	['src/contract/b1.ts', './limits.ts'],
	['src/server/features/games/queries.ts', 'kysely'],
	['src/server/db/b1.ts', 'kysely'],
	['src/server/features/lists/b1.ts', '#server/features/games/queries.ts'],
	['src/web/pages/b1.tsx', '#web/features/lists/list-card.tsx'],
	['src/web/ui/b1.tsx', './icon.tsx'],
]

test('lint enforces the module boundaries', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'savepoint-lint-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	for (const file of ['biome.json', 'test/lint/waits.grit']) {
		mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
		copyFileSync(path.join(ROOT, file), path.join(folder, file))
	}
	for (const [file, specifier] of [...REJECTED, ...ACCEPTED]) {
		mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
		writeFileSync(path.join(folder, file), `import { something } from '${specifier}'\nexport const used = something\n`)
	}
	const { stdout, stderr } = spawnSync(
		BIOME,
		['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--max-diagnostics=none', '--colors=off', '.'],
		{ cwd: folder, encoding: 'utf8' },
	)
	const said = new Map(
		`${stdout}\n${stderr}`
			.split(/\n(?=src\/)/)
			.map((block) => [/^(src\/[^:\s]+)/.exec(block)?.[1], block.replaceAll(/\s+/g, ' ')]),
	)
	for (const [file, specifier, sentence] of REJECTED)
		expect(said.get(file), `${file} imports ${specifier}`).toContain(sentence)
	for (const [file, specifier] of ACCEPTED) expect(said.get(file), `${file} imports ${specifier}`).toBeUndefined()
})
