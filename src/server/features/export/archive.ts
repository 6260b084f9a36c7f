import type { AccountExport } from '#contract/export.ts'
import type { Services } from '#server/services.ts'
import { readCovers } from './archive-covers.ts'
import { streamPage } from './archive-page.ts'
import { PORTRAIT_PATH } from './archive-paths.ts'
import { listCsvFiles } from './csv-files.ts'
import { type ArchiveContent, writeIndex } from './index-page.ts'
import { type Batched, streamJson } from './json-stream.ts'
import { yearFile, yearTitle } from './page-words.ts'
import { listDiaryYears } from './queries-archive.ts'
import { writeYear } from './year-page.ts'
import type { ArchiveFile } from './zip-stream.ts'

/** Lists the files of an account's archive, each to be read before the next one: `docs/export.md` describes them. */
export async function* listArchiveFiles(
	services: Services,
	parts: Batched<AccountExport>,
): AsyncGenerator<ArchiveFile> {
	const { db } = services
	const { account, exportedAt } = parts
	yield { path: 'savepoint.json', content: streamJson(parts) }
	yield* listCsvFiles(db, account.id)
	const portrait = account.picture === null ? undefined : decodeDataUrl(account.picture)
	if (portrait) yield { path: PORTRAIT_PATH, content: [portrait], isCompressed: true }
	const covers = new Set<number>()
	yield* readCovers(services, account.id, covers)

	const years = await listDiaryYears(db, account.id)
	const content = (root: string): ArchiveContent => ({
		...{ db, account, years },
		pictures: { covers, hasPortrait: portrait !== undefined, root },
	})
	const page = { username: account.username, exportedAt }
	const title = `${account.username} on Savepoint`
	yield { path: 'index.html', content: streamPage({ ...page, title, root: '', body: writeIndex(content('')) }) }
	for (const of of years)
		yield {
			path: `years/${yearFile(of.year)}`,
			content: streamPage({
				...page,
				...{ title: `${yearTitle(of.year)}: ${title}`, root: '../' },
				body: writeYear(content('../'), of),
			}),
		}
}

const decodeDataUrl = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
