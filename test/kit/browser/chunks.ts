import { readFileSync } from 'node:fs'

/** Returns the path of the script that has a module which loads when it is needed, such as `src/web/pages/about.tsx`. */
export function chunkOf(module: string): string {
	const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
		string,
		{ file: string }
	>
	const chunk = manifest[module]
	if (!chunk) throw new Error(`No script begins with ${module}`)
	return `/${chunk.file}`
}
