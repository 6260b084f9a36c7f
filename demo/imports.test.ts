/**
 * An import in the demo, of games in the built-in catalog.
 *
 * @module-tag ci
 */
import { expect, test } from 'vitest'
import { getImports } from '#contract/imports.ts'
import { runImports } from '#kit/imports.ts'
import { startSite } from '#kit/site.ts'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { MEMBER } from './content.ts'
import { addOpenImport } from './imports.ts'

test('the member of the demo has an import with sure, unsure and unknown games, and words to translate', async () => {
	await using site = await startSite()
	const member = await site.register(MEMBER)
	await loadBuiltinCatalog(site.services.db, site.services.clock, () => undefined)
	await addOpenImport(site.services)
	await runImports(site)
	const { imports } = await site.call(getImports, {}, member)
	expect(imports).toMatchObject([{ source: 'grouvee', state: 'preview', counts: { sure: 21, unsure: 3, none: 2 } }])
	expect(imports[0]?.statuses.filter(({ ours }) => ours === null).map(({ theirs }) => theirs)).toEqual([
		'couch co-op',
		'cozy evenings',
	])
})
