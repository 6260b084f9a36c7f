import { glob } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import * as builders from './schema-builders.ts'

/** The contract's schemas as JSON, built again with what `typebox` is at the moment. */
async function readContract(): Promise<Record<string, string>> {
	vi.resetModules()
	const found: Record<string, string> = {}
	for await (const file of glob('src/contract/*.ts', { exclude: ['**/*.test.ts'] }))
		for (const [name, value] of Object.entries((await import(path.resolve(file))) as object))
			found[`${path.basename(file)} ${name}`] = JSON.stringify(value) ?? typeof value
	return found
}

test('the browser builds the same schemas as TypeBox', async () => {
	const withTypeBox = await readContract()
	vi.doMock('typebox', () => builders)
	const withBuilders = await readContract()
	vi.doUnmock('typebox')
	vi.resetModules()
	expect(Object.keys(withTypeBox).length).toBeGreaterThan(100)
	expect(withBuilders).toEqual(withTypeBox)
})
