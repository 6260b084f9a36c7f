/** Renders a drawn picture as WebP, so many pixels wide. Flat colors stay small and clean at a low effort; more costs time for nothing. */
export async function renderWebp(svg: string, width: number): Promise<Buffer> {
	// What renders takes memory of its own, so it comes with the first picture
	const { default: sharp } = await import('sharp')
	return sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 86, effort: 2 }).toBuffer()
}
