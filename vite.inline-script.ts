import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const source = fileURLToPath(new URL('src/web/app/inline-script.ts', import.meta.url))

/** Bundles and minifies the inline script in the head of every page. */
export async function bundleInlineScript(): Promise<string> {
	const bundle = await build({
		configFile: false,
		logLevel: 'warn',
		build: {
			write: false,
			copyPublicDir: false,
			target: 'baseline-widely-available',
			modulePreload: false,
			rolldownOptions: { input: source, output: { format: 'iife' } },
		},
	})
	const [script] = (bundle as Rolldown.RolldownOutput).output
	return script.code.trim()
}

/** Writes the script next to the manifest, where the server reads it. */
export const inlineScript: Plugin = {
	name: 'inline-script',
	buildStart() {
		this.addWatchFile(source)
	},
	async generateBundle() {
		this.emitFile({ type: 'asset', fileName: '.vite/inline-script.js', source: await bundleInlineScript() })
	},
}
