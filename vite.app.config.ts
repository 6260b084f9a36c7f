import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { apiAddress } from './mobile/api-address.ts'
import { createHashSource } from './src/server/http/security-headers.ts'
import { alias, treeshake } from './vite.config.ts'
import { css } from './vite.css.ts'

import { bundleInlineScript } from './vite.inline-script.ts'

const api = apiAddress(process.env.SAVEPOINT_API)

/** Inlines the site's inline script and sets a policy that allows no other inline script and a single API origin. */
const head: Plugin = {
	name: 'head',
	async transformIndexHtml(html) {
		const script = await bundleInlineScript()
		return html.replace('<!-- first script -->', () => `${policyTag(script)}<script>${script}</script>`)
	},
}

function policyTag(script: string): string {
	const policy = [
		"default-src 'self'",
		`script-src 'self' ${createHashSource(script)}`,
		"style-src 'self'",
		`connect-src 'self' ${api}`,
		// blob: is the preview of a selected picture
		`img-src 'self' ${api} blob:`,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	]
	return `<meta http-equiv="content-security-policy" content="${policy.join('; ')}">`
}

/** Builds the app's client: static files without server rendering. */
export default defineConfig({
	root: fileURLToPath(new URL('mobile', import.meta.url)),
	plugins: [react(), head],
	publicDir: 'public',
	css,
	resolve: { alias },
	define: { SAVEPOINT_API: JSON.stringify(api) },
	build: {
		outDir: 'www',
		emptyOutDir: true,
		target: 'baseline-widely-available',
		// The content security policy allows neither data: addresses nor inline code
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		// The files are on the phone, so a large one costs no waiting
		chunkSizeWarningLimit: 2_000,
		rolldownOptions: {
			treeshake,
			// One file, so that its styles begin with the layer order
			output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
		},
	},
})
