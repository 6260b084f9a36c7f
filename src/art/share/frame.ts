import { circle, group, num, path, rect } from '#art/svg.ts'
import type { Typesetter } from '#art/text/text-block.ts'

/** The size of the pictures that stand for pages, in pixels. */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630

/** A width and a height in pixels. */
export interface Size {
	width: number
	height: number
}

export const SHARE_SIZE: Size = { width: SHARE_WIDTH, height: SHARE_HEIGHT }
export const MARGIN = 64

/** The night theme of the site. */
export const COLORS = {
	canvas: '#0f1218',
	raised: '#1f2530',
	line: '#2b3340',
	text: '#eef1f6',
	muted: '#b4bdcb',
	star: '#ffb454',
	starOff: '#4f5866',
	shade: '#17382f',
	mint: '#8ff0da',
} as const

/** The number of a picture, which takes this text's place when the drawing is rendered. */
export type EmbeddedPicture = `picture:${number}`

/** A person as a picture shows them. */
export interface PersonFacts {
	name: string
	picture: EmbeddedPicture | null
}

/** Returns the whole drawing, which is laid over the backdrop. */
export function shareSvg(content: string, { width, height } = SHARE_SIZE): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`
}

const BRAND_SIZE = 26

/** Draws the crystal and the name of the site in the middle of a line, from its left or its right edge. */
export async function drawBrand(
	typesetter: Typesetter,
	edge: { left: number } | { right: number },
	middle: number,
	size = BRAND_SIZE,
): Promise<string> {
	const word = await typesetter.set('Savepoint', 'label', { width: 600, sizes: [size], maxLines: 1, leading: 1 })
	const radius = size * 0.52
	const wordLeft = 'left' in edge ? edge.left + radius * 2.75 : edge.right - (word?.width ?? 0)
	return (
		drawCrystal(wordLeft - radius * 1.75, middle, radius) + (word?.draw(wordLeft, middle - size / 2, COLORS.text) ?? '')
	)
}

/** Draws the crystal of the site around a center. */
function drawCrystal(x: number, y: number, radius: number): string {
	const facet = (data: string, fill: string) => path(data, fill)
	const content =
		facet('M12 1 23 12 12 23 1 12Z', '#0b5a4c') +
		facet('M12 1 12 12 1 12Z', '#33b197') +
		facet('M12 1 23 12 12 12Z', '#8ff0da') +
		facet('M12 12 23 12 12 23Z', '#1d8b75')
	const scale = (radius / 11).toFixed(4)
	return group(content, `transform="translate(${num(x)} ${num(y)}) scale(${scale}) translate(-12 -12)"`)
}

const STAR = 'm12 2.6 2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z'
const LEFT_HALF = 'M12 2.6v14.9l-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9Z'

/** Draws a rating as five stars, each in a square of `size`, from a top left corner. */
export function drawStars(rating: number, x: number, y: number, size: number): string {
	const halves = Math.round(rating * 2)
	return [0, 1, 2, 3, 4]
		.map((index) => {
			const empty = halves < index * 2 + 2 ? path(STAR, COLORS.starOff) : ''
			const lit = halves > index * 2 ? path(halves === index * 2 + 1 ? LEFT_HALF : STAR, COLORS.star) : ''
			return drawAt(empty + lit, x + index * size * 1.04, y, size / 24)
		})
		.join('')
}

/** Draws one lit star in a square of `size`. */
export function drawStar(x: number, y: number, size: number): string {
	return drawAt(path(STAR, COLORS.star), x, y, size / 24)
}

function drawAt(content: string, x: number, y: number, scale: number): string {
	return group(content, `transform="translate(${num(x)} ${num(y)}) scale(${scale.toFixed(4)})"`)
}

export interface Place {
	x: number
	y: number
	width: number
	height: number
}

/** Draws a cover with round corners, an edge and a soft shadow. */
export function drawCover(
	cover: EmbeddedPicture,
	place: Place,
	turn?: { degrees: number; x: number; y: number },
): string {
	const { x, y, width, height } = place
	const radius = Math.max(4, width / 45)
	const id = `cover-${num(x)}-${num(y)}-${num(turn?.degrees ?? 0)}`
	const box = `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`
	const corners = `rx="${num(radius)}"`
	const content =
		drawShadow(place, radius) +
		`<clipPath id="${id}"><rect ${box} ${corners}/></clipPath>` +
		`<image ${box} preserveAspectRatio="xMidYMid slice" clip-path="url(#${id})" href="${cover}"/>` +
		`<rect x="${num(x + 0.5)}" y="${num(y + 0.5)}" width="${num(width - 1)}" height="${num(height - 1)}" ${corners} fill="none" stroke="#fff" stroke-opacity=".16"/>`
	return turn ? group(content, `transform="rotate(${num(turn.degrees)} ${num(turn.x)} ${num(turn.y)})"`) : content
}

/** A shadow of stacked rectangles, which costs less than a blur. */
function drawShadow({ x, y, width, height }: Place, radius: number): string {
	const steps = 18
	return Array.from({ length: steps }, (_, step) => {
		const spread = width * 0.13 * (step / steps) ** 1.6
		const drop = width * 0.025
		return rect(
			x - spread,
			y - spread + drop,
			width + spread * 2,
			height + spread * 2,
			'#000',
			`rx="${num(radius + spread)}" fill-opacity=".032"`,
		)
	}).join('')
}

/** Draws a person's picture in a circle, or the initial of their name. */
export async function drawFace(
	typesetter: Typesetter,
	{ name, picture }: PersonFacts,
	x: number,
	y: number,
	side: number,
): Promise<string> {
	const [centerX, centerY, radius] = [x + side / 2, y + side / 2, side / 2]
	const ring = circle(centerX, centerY, radius - 0.5, 'none', 'stroke="#fff" stroke-opacity=".22"')
	if (picture === null) {
		const initial = await typesetter.set(name.charAt(0).toUpperCase(), 'heading', {
			width: side,
			sizes: [side * 0.46],
			maxLines: 1,
			leading: 1,
			align: 'center',
		})
		return (
			circle(centerX, centerY, radius, COLORS.shade) +
			(initial?.draw(x, centerY - side * 0.23, COLORS.mint) ?? '') +
			ring
		)
	}
	const id = `face-${num(x)}-${num(y)}`
	return `<clipPath id="${id}">${circle(centerX, centerY, radius, '#000')}</clipPath><image x="${num(x)}" y="${num(y)}" width="${num(side)}" height="${num(side)}" preserveAspectRatio="xMidYMid slice" clip-path="url(#${id})" href="${picture}"/>${ring}`
}

/** Writes a number with its noun: "1 game", "1,204 games". */
export function countOf(count: number, noun: string): string {
	return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** Covers the picture with a color that changes from left to right, or from top to bottom. */
export function drawVeil(
	id: string,
	stops: readonly (readonly [offset: number, opacity: number])[],
	isDown = false,
): string {
	const colors = stops
		.map(([offset, opacity]) => `<stop offset="${offset}" stop-color="${COLORS.canvas}" stop-opacity="${opacity}"/>`)
		.join('')
	const direction = isDown ? 'x1="0" y1="0" x2="0" y2="1"' : 'x1="0" y1="0" x2="1" y2="0"'
	return `<linearGradient id="${id}" ${direction}>${colors}</linearGradient>${rect(0, 0, SHARE_WIDTH, SHARE_HEIGHT, `url(#${id})`)}`
}
