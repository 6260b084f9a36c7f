import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { css } from './vite.css.ts'
import { inlineScript } from './vite.inline-script.ts'

// Tree shaking: TypeBox does not declare that it has no side effects (10.6 kB of the first load), nor do the contract's
// shapes and React Router's developer warnings (1 kB)
export const treeshake = {
	moduleSideEffects: (id: string) => !/node_modules.typebox/.test(id),
	manualPureFunctions:
		'Type Texts endpoint nullable oneOf Uuid GameId Time paging cursorPaging PeriodWord warning warningOnce'.split(' '),
}

// Without groups every shared module would be a separate file: 10 more requests and 2.5 kB more for the home page, 5.6 more
// requests for the average page. Sizes are brotli bytes of the scripts that a page names.
const notTheirImports = { includeDependenciesRecursively: false, priority: 2 }
const groups = [
	// Modules of every page
	{ name: 'first', tags: ['$initial' as const], priority: 3 },
	// Modules of most pages: 6 requests and 1.1 kB less for the home page
	{ name: 'many', minShareCount: 12, priority: 1 },
	// Tabs, periods and ratings of game and review lists: 4 requests and 1.1 kB less for the home page
	{ name: 'ranked', test: /[/\\](tabs|stars|section|period|popularity|rating|ranking)\.\w/, ...notTheirImports },
	// Small components of most screens: 1.3 requests less for the average page, 6 for a review, for 0.5 kB more
	{
		name: 'parts',
		test: /[/\\](flash-message|form-failure|item-list|failure-screen|not-found-screen|infinite-list|paged-list|page-head|(delete-)?dialog|star-value|fact-list|game-id)\.\w/,
		...notTheirImports,
	},
]

// The first file contains all file names, and hashes do not compress, so both are short
const fileNames = {
	entryFileNames: 'assets/[name]-[hash:7].js',
	chunkFileNames: 'assets/[name]-[hash:7].js',
	assetFileNames: 'assets/[name]-[hash:6][extname]',
}

/** Builds the browser's files with a manifest for the server, or with `--ssr` the server's rendering module. */
export default defineConfig(({ isSsrBuild }) => ({
	plugins: [react(), ...(isSsrBuild ? [] : [inlineScript])],
	appType: 'custom',
	css,
	build: {
		target: 'baseline-widely-available',
		// The content security policy allows no data: addresses
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		manifest: !isSsrBuild,
		copyPublicDir: !isSsrBuild,
		outDir: isSsrBuild ? 'dist/server' : 'dist/client',
		rolldownOptions: isSsrBuild
			? { input: 'src/web/app/entry-server.tsx', checks: { ineffectiveDynamicImport: false } }
			: { input: 'src/web/app/entry-client.tsx', treeshake, output: { ...fileNames, codeSplitting: { groups } } },
	},
	// One file without look-ups in node_modules loads in a third of the time, with React's production build
	ssr: { noExternal: true },
}))
