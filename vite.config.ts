import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Two builds from the same sources: the browser's (hashed files and a manifest that the server reads for its head tags)
 * and, with `--ssr`, the one module that renders pages on the server.
 */
export default defineConfig(({ isSsrBuild }) => ({
	plugins: [react()],
	// Pages are rendered by our own server; Vite's HTML handling and its fallbacks have no part in it.
	appType: 'custom',
	build: {
		target: 'baseline-widely-available',
		// The content security policy allows neither data: addresses nor inline code.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		emptyOutDir: true,
		...(isSsrBuild
			? {
					outDir: 'dist/server',
					copyPublicDir: false,
					// Class names come from the browser's build; the server needs no style sheets.
					emitAssets: false,
					rolldownOptions: {
						input: 'src/web/entry-server.tsx',
						output: { entryFileNames: 'entry-server.js', chunkFileNames: '[name]-[hash].js' },
					},
				}
			: {
					outDir: 'dist/client',
					manifest: true,
					rolldownOptions: {
						input: 'src/web/entry-client.tsx',
						// TypeBox has no side effects but does not say so; without this its whole engine comes with the first load.
						treeshake: { moduleSideEffects: (id) => !/node_modules.typebox/.test(id) },
					},
				}),
	},
	ssr: {
		// One file without look-ups in node_modules loads in a third of the time, and React comes as its production build.
		noExternal: true,
	},
}))
