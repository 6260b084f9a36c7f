import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '../src/web')

/** Files of the web client by their path, without tests and without the comments of style sheets. */
function filesEndingIn(ending: RegExp): { file: string; text: string }[] {
	return readdirSync(WEB, { recursive: true, encoding: 'utf8' })
		.filter((file) => ending.test(file) && !/\.test\.tsx?$/.test(file))
		.map((file) => ({ file, text: readFileSync(path.join(WEB, file), 'utf8') }))
}

const sheets = filesEndingIn(/\.css$/).map(({ file, text }) => ({ file, text: text.replaceAll(/\/\*.*?\*\//gs, '') }))

const breakpoints = new Map(
	sheets.flatMap(({ text }) =>
		[...text.matchAll(/@custom-media (--[a-z]+) \(width >= (\d+px)\);/g)].map(([, name, width]) => [name, width]),
	),
)

/** Every match in every file as "file: match", but for those of the one file that may have them. */
function found(pattern: RegExp, files: readonly { file: string; text: string }[], owner?: RegExp): string[] {
	return files
		.filter(({ file }) => !owner?.test(file))
		.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`))
}

test('the layout has five breakpoints', () => {
	expect([...breakpoints.keys()]).toEqual(['--phone', '--tablet', '--desktop', '--wide', '--huge'])
	expect(found(/@custom-media[^;]*;/g, sheets, /\bbreakpoints\.css$/)).toEqual([])
	expect(found(/@media[^{]*\bwidth\b[^{]*/g, sheets)).toEqual([])
	for (const { file, text } of sheets) {
		const used = [...text.matchAll(/@media[^{]*?(--[\w-]+)/g)].map(([, name]) => name)
		for (const name of used) expect.soft([...breakpoints.keys()], file).toContain(name)
		// Without it the name means nothing there
		expect.soft(/^@import ".*\/breakpoints\.css";/m.test(text), file).toBe(used.length > 0)
	}
})

test('picture sizes use the same breakpoints', () => {
	for (const { file, text } of filesEndingIn(/\.tsx$/))
		for (const [, width] of text.matchAll(/\((?:min-|max-)?width[:<>= ]+(\d+px)\)/g))
			expect.soft([...breakpoints.values()], file).toContain(width)
})

test('z-indexes and durations come from tokens', () => {
	const tokens = /\btokens\.css$/
	expect(found(/\bz-index: (?!var\(--z-[a-z]+\);|-?[01];|-\d+;)[^;]*/g, sheets, tokens)).toEqual([])
	// Motion that is switched off takes an instant, not no time: its events still come
	expect(found(/(?<![\w.#-])-?[\d.]+m?s\b(?! !important)/g, sheets, tokens)).toEqual([])
	expect(found(/\b(cubic-bezier|steps|linear)\((?!.*gradient)[^)]*\)/g, sheets, tokens)).toEqual([])
})

test('there is one focus ring', () => {
	const base = /\bbase\.css$/
	expect(found(/\boutline(-offset|-width|-style)?: (?!none;|inherit;)[^;]*/g, sheets, base)).toEqual([])
	expect(found(/\boutline: (?!none;)[^;]*/g, sheets).filter((one) => base.test(one.split(':')[0] ?? ''))).toHaveLength(
		1,
	)
})

test('text is set by the jobs of the type table, in three weights', () => {
	const jobs = [...(sheets.find(({ file }) => file === 'ui/tokens.css')?.text ?? '').matchAll(/(--type-[a-z]+):/g)]
	expect(jobs.length).toBeGreaterThanOrEqual(11)
	// Graphics: the initial of an avatar, and the title on a cover without a picture
	const graphics = /\b(avatar|cover)\.module\.css$/
	const font = /(?<![\w-])font: (?!inherit;|var\(--type-[a-z]+\);)[^;]*/g
	expect(found(font, sheets, graphics)).toEqual([])
	expect(found(/(?<![\w-])font-(size|family): [^;]*/g, sheets, /\bfonts\.css$/)).toEqual([])
	expect(found(/(?<![\w-])font-weight: (?!400;|600;)[^;]*/g, sheets, /\bfonts\.css$/)).toEqual([])
	const used = new Set(
		sheets.flatMap(({ text }) => [...text.matchAll(/var\((--type-[a-z]+)\)/g)].map(([, name]) => name)),
	)
	for (const [, name] of jobs) expect.soft(used, name).toContain(name)
})

test('messages know every bar at the lower edge', () => {
	const rule = /position: (sticky|fixed);[^{}]*inset(-block-end: |: auto 0 0;)/
	const bars = sheets.filter(({ text }) => rule.test(text)).map(({ file }) => file)
	expect(bars.length).toBeGreaterThanOrEqual(6)
	// Messages are no bars, and a modal dialog is above them
	const others = /\b(toaster|play-dialog|facet-sheet)\.module\.css$/
	const unknown = bars
		.filter((file) => !others.test(file))
		.filter((file) => {
			const own = file.slice(file.lastIndexOf('/') + 1)
			return !filesEndingIn(/\.tsx$/).some(({ text }) => text.includes(own) && /ref=\{bottomBar\}/.test(text))
		})
	expect(unknown).toEqual([])
})
