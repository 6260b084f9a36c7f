// Uploads of every encoding, and those that would fill memory or lead out of the folder.
import { expect, test } from 'vitest'
import { FILE_PROBLEMS, ROW_PROBLEMS } from '#contract/import-problems.ts'
import { collect, openUpload, readGames, readUpload, zip } from '#kit/import-files.ts'
import { csv } from './csv.ts'
import { readRows } from './csv-rows.ts'
import { readElements } from './json-elements.ts'
import { readText } from './text.ts'

const GAMES = 'Name,Rating\nKönigin,4\n'

async function textOf(content: string | Uint8Array): Promise<string> {
	const [file] = await openUpload('games.csv', content)
	return file ? (await collect(readText(file))).join('') : ''
}

test('texts are read in every encoding, with line ends of every system', async () => {
	const utf16 = Buffer.from(`\ufeff${GAMES}`, 'utf16le')
	for (const content of [
		GAMES,
		`\ufeff${GAMES}`,
		GAMES.replaceAll('\n', '\r\n'),
		GAMES.replaceAll('\n', '\r'),
		Buffer.from(GAMES, 'latin1'),
		utf16,
		Buffer.from(utf16).swap16(),
	])
		expect(await textOf(content)).toBe(GAMES)
	// The last byte decides, however late it comes
	expect(await textOf(Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0xe9])]))).toMatch(/aé$/)
	await expect(textOf(new Uint8Array([65, 0, 66]))).rejects.toThrow(FILE_PROBLEMS.notText)
	await expect(textOf('')).rejects.toThrow(FILE_PROBLEMS.empty)
})

test('a ZIP gives its readable files, and never the keys of an account', async () => {
	const files = await openUpload(
		'export.zip',
		zip([
			{ name: 'export/games.csv', content: GAMES },
			{ name: 'export/picture.png', content: 'x' },
			{ name: '__MACOSX/._games.csv', content: 'x' },
			{ name: 'export/actor.ndjson', content: '{"private_key":"secret"}' },
		]),
	)
	expect(files.map(({ name, bytes, head }) => ({ name, bytes, head }))).toEqual([
		{ name: 'export/games.csv', bytes: Buffer.byteLength(GAMES), head: GAMES },
	])
})

test.each([
	['a path out of it', [{ name: '../games.csv', content: GAMES }], FILE_PROBLEMS.unsafeZip],
	['an absolute path', [{ name: '/games.csv', content: GAMES }], FILE_PROBLEMS.unsafeZip],
	['a link', [{ name: 'games.csv', content: '/etc/passwd', isLink: true }], FILE_PROBLEMS.unsafeZip],
	['a ZIP', [{ name: 'inner.zip', content: zip([]) }], FILE_PROBLEMS.zipInZip],
	['a password', [{ name: 'games.csv', content: GAMES, isEncrypted: true }], FILE_PROBLEMS.protectedZip],
	['only pictures', [{ name: 'a.png', content: 'x' }], FILE_PROBLEMS.nothingInZip],
	['only empty files', [{ name: 'a.csv', content: '' }], FILE_PROBLEMS.empty],
	['a size that is too small', [{ name: 'games.csv', content: GAMES, size: 3 }], FILE_PROBLEMS.damagedZip],
	[
		'a thousand and one files',
		Array.from({ length: 1001 }, (_, index) => ({ name: `${index}.csv`, content: GAMES })),
		FILE_PROBLEMS.manyFiles,
	],
	['too large a file', [{ name: 'games.csv', content: GAMES, size: 101 * 1024 * 1024 }], FILE_PROBLEMS.largeFiles],
])('a ZIP with %s is refused with a sentence', async (_, files, sentence) => {
	await expect(openUpload('export.zip', zip(files))).rejects.toThrow(sentence)
})

test('a ZIP with a table beside many pictures is opened', async () => {
	const pictures = Array.from({ length: 1_500 }, (_, index) => ({ name: `pictures/${index}.webp`, content: 'x' }))
	const files = await openUpload('export.zip', zip([...pictures, { name: 'games.csv', content: GAMES }]))
	expect(files.map(({ name }) => name)).toEqual(['games.csv'])
})

test('a ZIP that unpacks to more than 200 MB is refused while it is unpacked', { tags: ['ci'] }, async () => {
	const content = Buffer.alloc(70 * 1024 * 1024, 'a')
	const files = ['a.csv', 'b.csv', 'c.csv'].map((name) => ({ name, content }))
	await expect(openUpload('bomb.zip', zip(files))).rejects.toThrow(FILE_PROBLEMS.largeFiles)
})

test('a truncated ZIP is damaged', async () => {
	const whole = zip([{ name: 'games.csv', content: GAMES.repeat(100) }])
	await expect(openUpload('export.zip', whole.subarray(0, whole.length - 30))).rejects.toThrow(FILE_PROBLEMS.damagedZip)
})

test.each([',', ';', '\t'])(
	'cells between %j are read, with their line breaks and the line of each row',
	async (mark) => {
		const content = ['Name;Note;Name', '"A ""good"" game";"two\nlines";x', '', 'B;said "hi";y', ';;', 'C;;z']
		const [file] = await openUpload('games.csv', content.join('\r\n').replaceAll(';', mark))
		const rows = file ? await collect(readRows(file)) : []
		expect(rows.map((row) => row.kind === 'row' && [row.line, row.get('NAME', 'name'), row.get('note')])).toEqual([
			[2, 'A "good" game', 'two\nlines'],
			[5, 'B', 'said "hi"'],
			[7, 'C', ''],
		])
		expect(rows[0]?.kind === 'row' && rows[0].getAll('name')).toEqual(['A "good" game', 'x'])
	},
)

test('a row that is broken costs only itself', async () => {
	const content = 'Name,Status\nA,Playing\n"B,never closed\nC,Playing\nD,a,b,c\nE,Playing\n'
	const items = await readUpload(csv, 'games.csv', content)
	expect(items.map((item) => item.kind !== 'list' && [item.line, item.kind, item.errors[0]?.message])).toEqual([
		[3, 'unreadable', ROW_PROBLEMS.cells],
		[5, 'unreadable', ROW_PROBLEMS.cells],
		[2, 'game', undefined],
		[4, 'game', undefined],
		[6, 'game', undefined],
	])
	expect(await readUpload(csv, 'a.csv', 'Name,Status\nA\n,Playing\n')).toMatchObject([
		{ kind: 'unreadable', line: 3, errors: [{ message: ROW_PROBLEMS.noName }] },
		{ title: 'A' },
	])
})

test('quotation marks that never close end with a sentence', async () => {
	const rows = Array.from({ length: 60 }, (_, index) => `"${index},x`).join(',\n"')
	const large = `Name,Status\n${`"${'a'.repeat(600_000)}\n`.repeat(60)}`
	await expect(readUpload(csv, 'a.csv', large)).rejects.toThrow(FILE_PROBLEMS.brokenQuotes)
	await expect(readUpload(csv, 'a.csv', `Name,Status\n${rows}`)).resolves.toBeDefined()
})

test('one line of 20 MB is refused, or one row, and never held in memory', async () => {
	const large = 20 * 1024 * 1024
	await expect(readUpload(csv, 'a.csv', 'a'.repeat(large))).rejects.toThrow()
	await expect(readUpload(csv, 'a.csv', `Name,${'b,'.repeat(large / 2)}`)).rejects.toThrow(FILE_PROBLEMS.noHeader)
	const items = await readUpload(csv, 'a.csv', `Name,Note\nA,x\nB,${'y'.repeat(large)}\nC,z\n`)
	expect(items).toMatchObject([
		{ kind: 'unreadable', line: 3, errors: [{ message: ROW_PROBLEMS.large }] },
		{ title: 'A' },
		{ title: 'C', line: 4 },
	])
})

test('elements of JSON are read one by one, and damage is one of them', async () => {
	const elements = async (content: string) => {
		const [file] = await openUpload('games.json', content)
		return file ? await collect(readElements(file, ['games', 'one'])) : []
	}
	expect(
		await elements('{"other": [1, {"games": [9]}], "games": [ {"a": "],}\\""} , 2 ], "one": {"b": [3]}, "x": 4}'),
	).toEqual([
		{ part: 'games', line: 1, value: { a: '],}"' } },
		{ part: 'games', line: 2, value: 2 },
		{ part: 'one', line: 3, value: { b: [3] } },
	])
	expect((await elements('[1, {"a" 2}, 3]')).map(({ value }) => value)).toEqual([1, undefined, 3])
	expect((await elements('[1, {"a": [2')).map(({ value }) => value)).toEqual([1, undefined])
	expect(await elements('{"games": [], "one": null}')).toMatchObject([{ value: null }])
	await expect(elements('hello')).rejects.toThrow(FILE_PROBLEMS.notJson)
})

test('a file without names of games says so', async () => {
	await expect(readGames(csv, 'a.csv', 'A,B\n1,2\n')).rejects.toThrow(FILE_PROBLEMS.noNames)
})
