import sharp from 'sharp'

/** Renders a drawn picture as WebP, so many pixels wide. */
export async function drawWebp(svg: string, width: number): Promise<Buffer> {
	return sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 84, effort: 3, smartSubsample: true }).toBuffer()
}
