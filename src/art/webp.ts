/** Renders an SVG as WebP, `width` px wide. Flat colors compress well at low effort; a higher effort only costs time. */
export async function renderWebp(svg: string, width: number): Promise<Buffer> {
	// Loaded with the first picture, because the library takes memory
	const { default: sharp } = await import('sharp')
	return sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 86, effort: 2 }).toBuffer()
}
