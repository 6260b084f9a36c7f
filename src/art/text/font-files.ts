import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** A family of fonts in files, each with a part of the letters. */
export interface Family {
	/** How much larger its letters are set, where they look small beside Latin letters. */
	enlargement: number
	/** Returns the files that should have a letter, the likeliest first. */
	findFiles: (codePoint: number) => readonly string[]
}

// Of `unicode.json` in packages of Fontsource: 'U+0000-00FF,U+0131'
const RANGE = /U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi

/** Returns a family of Fontsource, whose files are named `<family>-<part>-<style>.woff2`. */
function fontsource(
	family: string,
	{ style = 'wght-normal', scope = '@fontsource-variable', enlargement = 1 } = {},
): Family {
	let filesOf: Map<number, string[]> | undefined
	return {
		enlargement,
		findFiles(codePoint) {
			filesOf ??= readRanges(`${scope}/${family}`, style)
			return filesOf.get(codePoint) ?? []
		},
	}
}

function readRanges(name: string, style: string): Map<number, string[]> {
	const parts = JSON.parse(readFileSync(require.resolve(`${name}/unicode.json`), 'utf8')) as Record<string, string>
	const filesOf = new Map<number, string[]>()
	// The last parts have the most frequent letters
	for (const [part, ranges] of Object.entries(parts).reverse()) {
		const family = name.slice(name.indexOf('/') + 1)
		const file = require.resolve(`${name}/files/${family}-${part.replace(/[[\]]/g, '')}-${style}.woff2`)
		for (const [, first = '', last = first] of ranges.matchAll(RANGE)) {
			for (let codePoint = Number.parseInt(first, 16); codePoint <= Number.parseInt(last, 16); codePoint++) {
				const files = filesOf.get(codePoint)
				if (files) files.push(file)
				else filesOf.set(codePoint, [file])
			}
		}
	}
	return filesOf
}

/** Returns a family whose files may each have any letter. */
function wholeFiles(files: readonly string[]): Family {
	return { enlargement: 1, findFiles: () => files }
}

const bricolage = wholeFiles(
	['latin', 'latin-ext', 'vietnamese'].map((subset) =>
		fileURLToPath(new URL(`../fonts/bricolage-grotesque-${subset}.ttf`, import.meta.url)),
	),
)
const literata = fontsource('literata')

/** The families of the scripts that the two faces of the site lack. Chinese, Japanese and Korean are apart, because they share letters. */
const otherScripts = [
	fontsource('noto-naskh-arabic', { enlargement: 1.16 }),
	fontsource('noto-serif-hebrew'),
	fontsource('noto-sans-devanagari'),
	fontsource('noto-sans-bengali'),
	fontsource('noto-sans-tamil'),
	fontsource('noto-sans-telugu'),
	fontsource('noto-sans-thai'),
	fontsource('noto-sans-georgian'),
	fontsource('noto-sans-armenian'),
]
const japanese = fontsource('noto-sans-jp')
const korean = fontsource('noto-sans-kr')
const chinese = fontsource('noto-sans-sc')
const symbols = [
	fontsource('noto-sans-symbols'),
	fontsource('noto-sans-symbols-2', { style: '400-normal', scope: '@fontsource' }),
]

/** The colored emoji. */
export const EMOJI: Family = wholeFiles([require.resolve('twemoji-colr-font/twemoji.woff2')])

/** The families that begin a search: the heading face with the reading face for letters that it lacks, or the reading face alone. */
const FIRST = { heading: [bricolage, literata], reading: [literata] } as const

export type Face = keyof typeof FIRST

/** Returns the families to search for the letters of a text, in this order. */
export function listFamilies(face: Face, text: string): readonly Family[] {
	return [...FIRST[face], ...otherScripts, ...orderEastAsian(text), ...symbols, EMOJI]
}

/** One text has its Han letters in the shapes of one language: that of its other letters, or Chinese if Japanese lacks one. */
function orderEastAsian(text: string): readonly Family[] {
	if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [japanese, chinese, korean]
	if (/\p{Script=Hangul}/u.test(text)) return [korean, japanese, chinese]
	const isJapanese = (text.match(/\p{Script=Han}/gu) ?? []).every(
		(letter) => japanese.findFiles(letter.codePointAt(0) ?? 0).length > 0,
	)
	return isJapanese ? [japanese, chinese, korean] : [chinese, japanese, korean]
}
