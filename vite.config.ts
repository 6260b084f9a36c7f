import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { clientEndpoints } from './vite.client-endpoints.ts'
import { css } from './vite.css.ts'
import { inlineScript } from './vite.inline-script.ts'
import { serviceWorker } from './vite.service-worker.ts'

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

// Without groups every shared module would be a separate file: 12 requests more for the average page, 17 requests and 5.2 kB
// more for the home page, and 11.2 kB more for a game. Sizes are brotli bytes of the scripts that a page names.
const notTheirImports = { includeDependenciesRecursively: false, priority: 2 }
const groups = [
	// Modules of every page: 1 request and 2.4 kB less for each
	{ name: 'first', tags: ['$initial' as const], priority: 3 },
	// Modules of most pages: 9 requests and 2.3 kB less for the home page
	{ name: 'many', minShareCount: 13, priority: 1 },
	// What only forms need, though many of members' modules share it: 2.4 kB less for a page without a form
	{
		name: 'forms',
		test: /[/\\](contract.(sessions|registration)|form(-failure)?|text-field|validator)\.\w/,
		...notTheirImports,
	},
	// Reviews, their excerpts and stars: 4 requests and 0.8 kB less for the home page
	{
		name: 'reviews',
		test: /[/\\](contract.(reviews|site|profile-detail)|stars|cover-with-menu|(review-)?excerpt|ui.section)\.\w/,
		...notTheirImports,
	},
	// Tabs, periods and ratings of rankings: 2 requests and 0.8 kB less for the home page
	{ name: 'rankings', test: /[/\\](tabs|period|games.popularity|rating)\.\w/, ...notTheirImports },
	// Small components of most screens but the home page: 2.4 kB less for it, 3 requests less for a game
	{
		name: 'parts',
		test: /[/\\](flash-message|item-list|failure-screen|not-found-screen|infinite-list|paged-list|page-head|text-tabs|star-value|game-id|(relative-)?time(?=.tsx?$)|icon|login-(message|redirect)|list-labels)\.\w/,
		...notTheirImports,
	},
	// What one can do with a game, a review, a list or a person: 7 requests and 2.4 kB less for a list
	{
		name: 'works',
		test: /[/\\](share(-button|-pictures)?|like-(button|face)|remembered-like|menu|popover-position|lazy-form|report-menu-items|review-report|lazy-moderation-notice)\.\w/,
		...notTheirImports,
	},
	// What a game and its reviews share: 2 requests and 1.7 kB less for both
	{ name: 'facts', test: /[/\\](fact-list|game-review-filters|platform-names)\.\w/, ...notTheirImports },
	// What the page of a game, libraries and the menus on covers share: 6 requests and 1.2 kB less for a game
	{
		name: 'log',
		test: /[/\\](star-(row|slider)|love-button|use-library-entry|entry-change|entry-failure|play-days|minutes|status-(mark|words))\.\w/,
		...notTheirImports,
	},
	// What lists of reviews share, with the ratings beside them: 2 requests and 0.8 kB less for a profile and for a game
	{
		name: 'review-card',
		test: /[/\\](review-(card(-skeleton)?|counts)|rating-histogram(\.module)?)\.\w/,
		...notTheirImports,
	},
	// What a list and lists of lists share: 5 requests and 1.2 kB less for a list
	{
		name: 'lists',
		test: /[/\\](contract.(lists|isolate)|list-(card(-skeleton)?|tags|text|load-error)|visibility-label|cover-fan|view-switch)\.\w/,
		...notTheirImports,
	},
	// What the pages of a person share: 5 requests and 1.7 kB less for a profile
	{
		name: 'person',
		test: /[/\\](contract.(library|play|activity|blocks|follows)|user-(pages|page-head)|person-picture|activity-text|profile-skeleton|profile-header.module)\.\w/,
		...notTheirImports,
	},
	{
		name: 'follow',
		test: /[/\\]((use-)?follow(-button)?|profile-header\.module)\.\w/,
		...notTheirImports,
	},
	// Fields of forms in which members write: 4 requests and 2.2 kB less for a review's form
	{
		name: 'writing',
		test: /[/\\]((choice|platform)-field|mentions(?=.tsx$)|spoiler-tools|restored-draft)\.\w/,
		...notTheirImports,
	},
	// What screens before the login share: names of 7 files less in the first load of every page
	{
		name: 'entrance',
		test: /[/\\](pending-screen|new-password-fields|username-check|login-outcome|provider-mark|use-link-token|invalid-link|registration-requests)\.\w/,
		...notTheirImports,
	},
	// Rows of people, and charts
	{ name: 'user-rows', test: /[/\\]user-row(s\.module)?\.\w/, ...notTheirImports },
	{ name: 'charts', test: /[/\\](column-chart|rating-columns)\.\w/, ...notTheirImports },
	// What finds games by their names: 3 requests less for newcomers and forms of lists
	{ name: 'find', test: /[/\\](contract.search|use-search-text|game-line)\.\w/, ...notTheirImports },
	// What all screens of imports share: 7 names of files less in the first load of every page
	{
		name: 'imports',
		test: /[/\\](contract.import(s|-limits)|source-(guides|choice)|use-sources|import-words|use-import)\.\w/,
		...notTheirImports,
	},
	// What a wall of games has, and what narrows lists: 3 requests less for games
	{ name: 'wall', test: /[/\\](use-dismissal|game-card(-skeleton)?)\.\w/, ...notTheirImports },
	{ name: 'narrow', test: /[/\\]search-(query|input)\.\w/, ...notTheirImports },
	// What is recommended and what to play next share it: names of two files less in the first load of every page
	{ name: 'next', test: /[/\\](contract.(next|recommendations)|use-next|hide-game)\.\w/, ...notTheirImports },
	// What each page loads once it is idle: 3 requests less for every page
	{
		name: 'later',
		test: /[/\\](page-transitions|slow-navigation|list-cache|impression-\w+|like-after-login|recent-games|cover-gestures|start-service-worker|print-pictures|after-first-paint)\.\w/,
		...notTheirImports,
	},
]

// The first file contains the names of all others, so they have nothing but a hash of letters and digits: 1 kB less for each page
const assetNames = { hashCharacters: 'base36' as const, assetFileNames: 'assets/[hash:7][extname]' }
const fileNames = {
	...assetNames,
	entryFileNames: 'assets/[name]-[hash:7].js',
	chunkFileNames: 'assets/[hash:7].js',
}

/** Builds the browser's files with a manifest for the server, or with `--ssr` the server's rendering module. */
export default defineConfig(({ isSsrBuild }) => ({
	plugins: [react(), ...(isSsrBuild ? [] : [clientEndpoints, inlineScript, serviceWorker, withoutInstrumentation])],
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
					// Pages name the same files
					output: assetNames,
					checks: { ineffectiveDynamicImport: false },
				}
			: { input: 'src/web/app/entry-client.tsx', treeshake, output: { ...fileNames, codeSplitting: { groups } } },
	},
	// One file without look-ups in node_modules loads in a third of the time, with React's production build
	ssr: { noExternal: true },
}))
