// The examples of docs/api-tokens.md run as they are printed there.
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createToken, listTokens } from '#contract/tokens.ts'
import { startSite } from '#kit/site.ts'

const DOCUMENT = new URL('../../docs/api-tokens.md', import.meta.url)
const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl)('every example of the document about tokens works', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { token } = await site.call(createToken, { body: { name: 'Script', scopes: ['write'] } }, ann)
	const game = await site.addGame({ name: 'Celeste' })
	const env = {
		...process.env,
		SITE: await site.app.listen({ host: '127.0.0.1', port: 0 }),
		TOKEN: token,
		GAME: String(game),
		ACCESS_TOKEN: ann.accessToken,
	}
	const examples = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^```bash\n(.*?)^```/gms)].map(([, text = '']) => text)
	expect(examples.length).toBeGreaterThan(3)
	for (const example of examples) await promisify(execFile)('bash', ['-euc', example], { env })
	expect((await site.call(listTokens, {}, ann)).tokens.map(({ name }) => name).sort()).toEqual([
		'Backup script',
		'Script',
	])
})
