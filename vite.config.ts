import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { clientEndpoints } from './vite.client-endpoints.ts'
import { css } from './vite.css.ts'
import { inlineScript } from './vite.inline-script.ts'
import { serviceWorker } from './vite.service-worker.ts'
import { withoutUnusedCode } from './vite.unused-code.ts'

// The contract's schemas are built without TypeBox (1.2 kB of the first load); `typebox/value`, which the forms load to
// check a draft, is TypeBox's own
export const alias = [
	{ find: /^typebox$/, replacement: fileURLToPath(new URL('src/web/app/schema-builders.ts', import.meta.url)) },
]

// Tree shaking: TypeBox does not declare that it has no side effects (10.6 kB of the first load), nor do the contract's
// modules and shapes and React Router's developer warnings (1 kB)
export const treeshake = {
	moduleSideEffects: (id: string) => !/node_modules.typebox|src.contract/.test(id),
	manualPureFunctions:
		'Type Texts endpoint nullable oneOf Uuid GameId Time paging cursorPaging PeriodWord warning warningOnce'.split(' '),
}

/** Leaves out what React Router has to observe its own loaders, which it imports though nothing asks for it: 1.1 kB of the first load. */
const withoutInstrumentation: Plugin = {
	name: 'without-instrumentation',
	load(id) {
		if (!/react-router\/dist\/\w+\/lib\/router\/instrumentation\.js$/.test(id.replaceAll('\\', '/'))) return undefined
		const names =
			'consumeInstrumentationClientResultMetaReceiver getRouteInstrumentationUpdates instrumentClientSideRouter instrumentHandler instrumentationResultMetaContext'
		return names
			.split(' ')
			.map((name) => `export const ${name} = () => undefined`)
			.join('\n')
	},
}

// Without groups every shared module would be a separate file: 10 more requests and 2.5 kB more for the home page, 5.6 more
// requests for the average page. Sizes are brotli bytes of the scripts that a page names.
const notTheirImports = { includeDependenciesRecursively: false, priority: 2 }
const groups = [
	// Modules of every page
	{ name: 'first', tags: ['$initial' as const], priority: 3 },
	// Modules of most pages: 6 requests and 1.1 kB less for the home page
	{ name: 'many', minShareCount: 13, priority: 1 },
	// What only forms check, though the contract's modules of most pages import it: 0.3 kB less for every page
	{ name: 'checks', test: /[/\\]contract.review-input\.\w/, ...notTheirImports },
	// Reviews and their excerpts, and tabs, periods and ratings of game and review lists: 5 requests and 1.1 kB less for the
	// home page
	{
		name: 'ranked',
		test: /[/\\](contract.(reviews|site|profile-detail)|tabs|stars|section|period|popularity|rating|ranking|cover-with-menu|(review-)?excerpt)\.\w/,
		...notTheirImports,
	},
	// Small components of most screens: 1.3 requests less for the average page, 6 for a review, for 0.5 kB more
	{
		name: 'parts',
		test: /[/\\](flash-message|item-list|failure-screen|not-found-screen|infinite-list|paged-list|page-head|(delete-)?dialog|star-value|fact-list|game-id|(relative-)?time(?=.tsx?$)|icon|login-(message|redirect)|list-labels|return-path|persisted-state)\.\w/,
		...notTheirImports,
	},
	// What pages of a game, a review, a list or a person share: 5 requests less for a game
	{
		name: 'works',
		test: /[/\\](share(-button|-pictures)?|platform-name|menu|popover-position|game-review-filters|filter-bar|lazy-form|rating-histogram)\.\w/,
		...notTheirImports,
	},
	// The words of people: 1 request and 0.3 kB less for a review
	{ name: 'words', test: /[/\\](contract.mentions|person-text|text-parts|review-words)\.\w/, ...notTheirImports },
	// Fields of forms in which people write: 3 requests and 1.9 kB less for a review's form
	{ name: 'choices', test: /[/\\](choice|platform)-field\.\w/, ...notTheirImports },
	{ name: 'writing', test: /[/\\](mentions(?=.tsx$)|spoiler-tools|restored-draft)\.\w/, ...notTheirImports },
	// What the page of a game, libraries and the menus on covers share: 5 requests and 1.3 kB less for a game
	{
		name: 'log',
		test: /[/\\](star-row|use-library-entry|entry-change|entry-failure|play-days|minutes|status-(mark|words))\.\w/,
		...notTheirImports,
	},
	// What lists of reviews share: 1 request less for a list of reviews
	{ name: 'review-card', test: /[/\\](review-(card(-skeleton)?|counts)|expandable-text)\.\w/, ...notTheirImports },
	// The same for lists of lists: 2 requests less for a profile
	{ name: 'list-card', test: /[/\\](list-card(-skeleton)?|cover-fan)\.\w/, ...notTheirImports },
	// What the pages of a person share: 2 requests less for each
	{ name: 'person', test: /[/\\](user-(pages|page-head)|text-tabs|library)\.\w/, ...notTheirImports },
	// What each page loads once it is idle: 3 requests less for every page
	{
		name: 'later',
		test: /[/\\](page-transitions|slow-navigation|list-cache|impression-\w+|recent-games|cover-gestures|start-service-worker|print-pictures|after-first-paint)\.\w/,
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
	plugins: [
		react(),
		...(isSsrBuild ? [] : [clientEndpoints, inlineScript, serviceWorker, withoutInstrumentation, withoutUnusedCode]),
	],
	appType: 'custom',
	css,
	resolve: { alias: isSsrBuild ? [] : alias },
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
			? {
					input: 'src/web/app/entry-server.tsx',
					output: { assetFileNames: fileNames.assetFileNames },
					checks: { ineffectiveDynamicImport: false },
				}
			: { input: 'src/web/app/entry-client.tsx', treeshake, output: { ...fileNames, codeSplitting: { groups } } },
	},
	// One file without look-ups in node_modules loads in a third of the time, with React's production build
	ssr: { noExternal: true },
}))
