export type Point = readonly [x: number, y: number]

/** Formats a number for SVG: one decimal, no trailing zero. */
export function num(value: number): string {
	return String(Math.round(value * 10) / 10)
}

export function rect(x: number, y: number, width: number, height: number, fill: string, attributes = ''): string {
	return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" fill="${fill}" ${attributes}/>`
}

export function circle(x: number, y: number, radius: number, fill: string, attributes = ''): string {
	return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${fill}" ${attributes}/>`
}

export function ring(x: number, y: number, radius: number, stroke: string, width: number, attributes = ''): string {
	return circle(x, y, radius, 'none', `stroke="${stroke}" stroke-width="${num(width)}" ${attributes}`)
}

export function polygon(points: readonly Point[], fill: string, attributes = ''): string {
	return `<polygon points="${points.map(([x, y]) => `${num(x)},${num(y)}`).join(' ')}" fill="${fill}" ${attributes}/>`
}

export function path(data: string, fill: string, attributes = ''): string {
	return `<path d="${data}" fill="${fill}" ${attributes}/>`
}

/** Draws an open path as a line. */
export function stroke(data: string, color: string, width: number, attributes = ''): string {
	return path(data, 'none', `stroke="${color}" stroke-width="${num(width)}" ${attributes}`)
}

export function line(from: Point, to: Point, color: string, width: number, attributes = ''): string {
	return stroke(`M${num(from[0])} ${num(from[1])}L${num(to[0])} ${num(to[1])}`, color, width, attributes)
}

export function group(content: string, attributes: string): string {
	return `<g ${attributes}>${content}</g>`
}

/** Moves a drawing around the origin to a point, and scales it; a negative `across` mirrors it. */
export function place(content: string, x: number, y: number, scale: number, turn = 0, across = 1): string {
	const size = Math.round(scale * 1000) / 1000
	return group(
		content,
		`transform="translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(${size * across} ${size})"`,
	)
}

/** Defines a gradient from top to bottom. Ids are unique within one picture. */
export function fadeDown(id: string, from: string, to: string, attributes = ''): string {
	const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`
	return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1" ${attributes}>${stops}</linearGradient>`
}

/** Defines a light that fades to transparent at its edge. */
export function halo(id: string, color: string, strength: number): string {
	const stops = `<stop offset="0" stop-color="${color}" stop-opacity="${strength}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/>`
	return `<radialGradient id="${id}">${stops}</radialGradient>`
}

/** Clips content to the area below a height. At most once per picture, because of its id. */
export function clipBelow(y: number, width: number, height: number, content: string): string {
	return `<defs><clipPath id="open"><rect y="${num(y)}" width="${num(width)}" height="${num(height - y)}"/></clipPath></defs>${group(content, 'clip-path="url(#open)"')}`
}
