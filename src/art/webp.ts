import sharp from 'sharp'

// One picture is rendered at a time, and none twice
sharp.concurrency(1)
sharp.cache(false)

/** Renders an SVG as WebP, `width` px wide. Flat colors compress well at low effort; a higher effort only costs time. */
export function renderWebp(svg: string, width: number): Promise<Buffer> {
	return sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 86, effort: 2 }).toBuffer()
}
