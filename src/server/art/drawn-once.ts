import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

// goes up when the same facts are drawn in another way
const FORM = 1

/** Draws a picture unless it lies in the folder; one that is being drawn is waited for, not drawn twice. */
export function drawnOnce(folder: string) {
	const drawing = new Map<string, Promise<Buffer>>()
	return (svg: () => Promise<string>, facts: string, width: number): Promise<Buffer> => {
		const name = `${createHash('sha256').update(`${FORM} ${facts} ${width}`).digest('base64url').slice(0, 27)}.webp`
		const known = drawing.get(name)
		if (known) return known
		const picture = drawInto(path.join(folder, name), svg, width).finally(() => drawing.delete(name))
		drawing.set(name, picture)
		return picture
	}
}

async function drawInto(file: string, svg: () => Promise<string>, width: number): Promise<Buffer> {
	try {
		return await readFile(file)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
	}
	const { drawWebp } = await import('./draw.ts')
	const picture = await drawWebp(await svg(), width)
	await mkdir(path.dirname(file), { recursive: true })
	const unfinished = `${file}.${process.pid}`
	await writeFile(unfinished, picture)
	await rename(unfinished, file)
	return picture
}
