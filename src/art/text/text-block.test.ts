import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTypesetter, excerpt, type TextBlock, type TextBox } from './text-block.ts'

const typesetter = createTypesetter()
const LINE: TextBox = { width: 2_000, sizes: [40], maxLines: 1 }
const MARGIN = 60

async function set(text: string, box: Partial<TextBox> = {}): Promise<TextBlock> {
	const block = await typesetter.set(text, 'reading', { ...LINE, ...box })
	if (!block) throw new Error(`Nothing of "${text}" is drawn`)
	return block
}

/** Returns where a drawing has ink in a picture with a margin around the box. */
async function findInk(block: TextBlock, width: number) {
	const size = { width: Math.ceil(width) + 2 * MARGIN, height: Math.ceil(block.height) + 2 * MARGIN }
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${block.draw(MARGIN, MARGIN, '#fff')}</svg>`
	const alpha = await sharp(Buffer.from(svg)).extractChannel(3).raw().toBuffer()
	const ink = { pixels: 0, left: size.width, right: 0, top: size.height, bottom: 0 }
	for (let y = 0; y < size.height; y++) {
		for (let x = 0; x < size.width; x++) {
			if ((alpha[y * size.width + x] ?? 0) < 128) continue
			ink.pixels++
			ink.left = Math.min(ink.left, x - MARGIN)
			ink.right = Math.max(ink.right, x - MARGIN)
			ink.top = Math.min(ink.top, y - MARGIN)
			ink.bottom = Math.max(ink.bottom, y - MARGIN)
		}
	}
	return ink
}

/** Returns the outlines of a text in the order of the drawing, from left to right. */
const listOutlines = (block: TextBlock) =>
	Array.from(block.draw(0, 0, '#fff').matchAll(/translate\((\S+) [^>]*><path d="([^"]+)"/g), ([, x, outline]) => ({
		x: Number(x),
		outline,
	}))
		.sort((one, other) => one.x - other.x)
		.map(({ outline }) => outline)

test.each([
	['Latin', 'Ōkami, Ænima, Šárka'],
	['Vietnamese', 'Trò chơi này thật tuyệt vời'],
	['Cyrillic', 'Игра просто чудесная'],
	['Greek', 'Το παιχνίδι είναι υπέροχο'],
	['Arabic', 'لعبة رائعة جدًا'],
	['Hebrew', 'משחק מדהים'],
	['Devanagari', 'यह खेल अद्भुत है'],
	['Bengali', 'এই খেলাটি অসাধারণ'],
	['Tamil', 'இந்த விளையாட்டு அருமை'],
	['Telugu', 'ఈ ఆట అద్భుతం'],
	['Thai', 'เกมนี้ยอดเยี่ยมมาก'],
	['Georgian', 'ეს თამაში შესანიშნავია'],
	['Armenian', 'Այս խաղը հիանալի է'],
	['Japanese', '素晴らしいゲームでした'],
	['Chinese', '这款游戏非常优秀'],
	['Chinese, traditional', '這款遊戲非常優秀'],
	['Korean', '정말 아름다운 게임'],
	['symbols', '★★★★☆ → ✓ ♥'],
	['emoji', '🔥😭❤️👨‍👩‍👧🇯🇵1️⃣'],
])('letters are drawn: %s', async (_, text) => {
	for (const style of ['reading', 'heading', 'label'] as const) {
		const block = await typesetter.set(text, style, LINE)
		const letters = Array.from(new Intl.Segmenter().segment(text)).length
		// Nothing was left out, and no letter is empty
		expect(block?.width).toBeGreaterThan(letters * 40 * 0.25)
		expect(block && (await findInk(block, LINE.width)).pixels).toBeGreaterThan(letters * 50)
		expect(block && listOutlines(block).length).toBeGreaterThan(0)
	}
})

test('Arabic letters are joined, and marks stay with their letters', async () => {
	const apart = await Promise.all(Array.from('سلام', (letter) => set(letter)))
	expect((await set('سلام')).width).toBeLessThan(apart.reduce((sum, { width }) => sum + width, 0) * 0.9)
	expect((await set('دُ')).width).toBeCloseTo((await set('د')).width)
	expect((await set('e\u0301')).draw(0, 0, '#fff')).toBe((await set('é')).draw(0, 0, '#fff'))
})

test('a text begins at the side of its script, and words of the other direction keep their order', async () => {
	const hebrew = await set('אבג', { width: 400 })
	expect(hebrew.isRightToLeft).toBe(true)
	expect((await findInk(hebrew, 400)).right).toBeGreaterThan(390)
	expect((await findInk(await set('abc', { width: 400 }), 400)).left).toBeLessThan(8)

	const [alef, bet] = await Promise.all(['א', 'ב'].map(async (letter) => listOutlines(await set(letter))[0]))
	const [a, b, five] = await Promise.all(['a', 'b', '5'].map(async (letter) => listOutlines(await set(letter))[0]))
	// The sentence runs to the left, the words in it to the right
	const outlines = listOutlines(await set('אב ab 5'))
	const order = [a, b, five, bet, alef].map((outline) => outlines.indexOf(outline))
	expect(order).toEqual(order.toSorted((one, other) => one - other))
	expect(order).not.toContain(-1)
	// Brackets are mirrored
	const [open] = listOutlines(await set('('))
	expect(listOutlines(await set('(א')).indexOf(open)).toBe(-1)
})

test('a letter that no font has becomes its plain form, or "…" with those beside it', async () => {
	const draw = async (text: string) => (await set(text)).draw(0, 0, '#fff')
	expect(await draw('𝓑𝓮𝓼𝓽 𝔤𝔞𝔪𝔢')).toBe(await draw('Best game'))
	expect(await draw('A ខ្មែរ ᚠᚢᚦ ខ្មែរ B')).toBe(await draw('A … B'))
	expect(await draw('A\u200b\u202e\u0007B')).toBe(await draw('AB'))
	for (const text of ['ខ្មែរ', '', ' \n ', '\u202e', '\ud800', '\ufffe'])
		expect(await typesetter.set(text, 'heading', LINE)).toBeUndefined()
	// Stacked marks would run into the lines above
	const stacked = await set(`Z${'\u0300\u0323'.repeat(200)}`)
	expect((await findInk(stacked, 100)).top).toBeGreaterThan(-20)
})

test('lines are broken where the script allows it', async () => {
	const lineCount = async (text: string, width: number) => (await set(text, { width, maxLines: 50 })).lineCount
	const thai = 'เกมนี้ยอดเยี่ยมมาก'
	expect(await lineCount(thai, (await set(thai)).width - 10)).toBe(2)
	const { width: wordWidth } = await set('아름다웠습니다')
	const korean = await set('아름다웠습니다 아름다웠습니다', { width: wordWidth * 1.6, maxLines: 2 })
	expect([korean.lineCount, korean.width]).toEqual([2, expect.closeTo(wordWidth)])
	const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
	expect(await lineCount(word, 300)).toBeGreaterThan(5)
	// A closing mark never begins a line: the letter before it goes along
	const line = '素晴らしい'
	const { width } = await set(line)
	const broken = await set(`${line}。`, { width: width + 1, maxLines: 2 })
	expect(broken.lineCount).toBe(2)
	expect(broken.width).toBeLessThan(width - 30)
})

test('the first size that fits is taken, and in the last the rest gives way to "…"', async () => {
	const box = { width: 500, sizes: [60, 40, 30], maxLines: [1, 1, 2] }
	expect((await set('Short', box)).size).toBe(60)
	expect(await set('A little more than that', box)).toMatchObject({ size: 40, lineCount: 1 })
	const long = await set('word '.repeat(200), box)
	expect(long).toMatchObject({ size: 30, lineCount: 2 })
	expect(long.width).toBeLessThanOrEqual(500)
	const [dots] = listOutlines(await set('…'))
	expect(listOutlines(long)).toContain(dots)
	const quoted = await set(`“${'word '.repeat(200)}”`, box)
	const [closing] = listOutlines(await set('”'))
	expect(listOutlines(quoted)).toContain(closing)
})

test('whatever people write stays in its box and out of the markup', { timeout: 600_000 }, async () => {
	const box: TextBox = { width: 300, sizes: [40, 24], maxLines: [1, 3] }
	const text = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 300 }),
		fc.string({ unit: 'grapheme', maxLength: 100 }),
		fc
			.array(
				fc.constantFrom('سلام', '(', '</svg>', '漢字', 'word', ' ', '\u202e', '🔥', 'א', '"', '&', '\u0301', 'ไทย'),
			)
			.map((parts) => parts.join('')),
	)
	await fc.assert(
		fc.asyncProperty(text, async (input) => {
			const block = await typesetter.set(input, 'reading', box)
			if (!block) return
			expect(block.lineCount).toBeLessThanOrEqual(3)
			expect(block.width).toBeLessThanOrEqual(box.width + 1)
			const markup = block.draw(0, 0, '#fff')
			expect(markup.replace(/<(g transform|path d)="[-\w\s.,()]*"|fill="[\w#(),.]*"|<\/g>|\s*\/?>/g, '').trim()).toBe(
				'',
			)
			expect(markup).not.toContain('NaN')
		}),
		{ numRuns: 150 },
	)
})

test('an excerpt ends at a word, without the punctuation before the dots', () => {
	expect(excerpt('One two  three\n four', 100)).toBe('One two three four')
	expect(excerpt('One two three, four five', 15)).toBe('One two three…')
	expect(excerpt('x'.repeat(200), 180)).toBe(`${'x'.repeat(180)}…`)
	expect(excerpt('👨‍👩‍👧'.repeat(5), 3)).toBe(`${'👨‍👩‍👧'.repeat(3)}…`)
	expect(excerpt('漢字'.repeat(200), 4)).toBe('漢字漢字…')
	expect(excerpt('!'.repeat(9), 4)).toBe('!!!!…')
})
