import sharp from 'sharp'

/** Renders a drawn picture as WebP, so many pixels wide. Flat colours stay small and clean at a low effort; more costs time for nothing. */
export async function drawWebp(svg: string, width: number): Promise<Buffer> {
	return sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 86, effort: 2 }).toBuffer()
}
