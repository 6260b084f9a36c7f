import { stat } from 'node:fs/promises'
import type { ServerProcess } from './server-process.ts'

/** Returns the brotli bytes of the scripts that a page names, which is all it loads before hydration. */
export async function measureFirstLoadBytes(site: ServerProcess, path = '/'): Promise<number> {
	const html = await (await fetch(`http://127.0.0.1:${site.port}${path}`)).text()
	const names = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, name = '']) => name))
	const sizes = await Promise.all([...names].map(getScriptBytes))
	return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

async function getScriptBytes(name: string): Promise<number> {
	const file = new URL(`../dist/client${name}`, import.meta.url)
	// Small files have no compressed version
	const { size } = await stat(new URL(`${file.href}.br`)).catch(() => stat(file))
	return size
}
