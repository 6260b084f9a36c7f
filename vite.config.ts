import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig, type Plugin } from 'vite'
import { inlineScript } from './vite.inline-script.ts'

const ours = /[/\\]src[/\\](web|contract)[/\\]/

/** What only the server and the API's documentation read of a call: no browser loads it. */
export const withoutServerSide: Plugin = {
	name: 'without-server-side',
	enforce: 'pre',
	transform: {
		filter: { id: /[/\\]src[/\\]contract[/\\]/ },
		handler: (code) => ({
			code: code.replace(
				/\b(summary|limit|isIdempotentByKey|missing|signInNeeded|redirects):\s+('[^'\n]*'|"[^"\n]*"|true|[A-Z_]+)(,|(?= \}))/g,
				'',
			),
			map: null,
		}),
	},
}

// TypeBox has no side effects but does not say so; without this its whole engine comes with the first load.
// Nor do the contract's shapes: one that nobody looks at is left out.
export const treeshake = {
	moduleSideEffects: (id: string) => !/node_modules.typebox/.test(id),
	manualPureFunctions: [
		...['Shape', 'List', 'Text', 'Texts', 'Integer', 'YesNo', 'Optional', 'Unsafe', 'endpoint', 'nullable'],
		...['oneOf', 'Uuid', 'GameId', 'Time', 'paging', 'cursorPaging', 'PeriodWord'],
		// React Router's advice to its developers
		...['warning', 'warningOnce'],
	],
}

export const css: CSSOptions = {
	transformer: 'lightningcss',
	lightningcss: {
		// src/web/ui/breakpoints.css; all else is compiled once, when the build is minified for its own target.
		drafts: { customMedia: true },
		targets: { chrome: 200 << 16 },
		// A module may fill a grid area that another one names.
		cssModules: { grid: false },
	},
}

const fileNames = {
	entryFileNames: 'assets/[name]-[hash:7].js',
	chunkFileNames: 'assets/[name]-[hash:7].js',
	assetFileNames: 'assets/[name]-[hash:6][extname]',
}

/**
 * Two builds from the same sources: the browser's (hashed files and a manifest that the server reads for its head tags)
 * and, with `--ssr`, the one module that renders pages on the server.
 */
export default defineConfig(({ isSsrBuild }) => ({
	plugins: [react(), ...(isSsrBuild ? [] : [withoutServerSide, inlineScript])],
	// Pages are rendered by our own server; Vite's HTML handling and its fallbacks have no part in it.
	appType: 'custom',
	css,
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
						input: 'src/web/app/entry-server.tsx',
						// here everything is one file
						checks: { ineffectiveDynamicImport: false },
						output: { entryFileNames: 'entry-server.js', chunkFileNames: '[name]-[hash].js' },
					},
				}
			: {
					outDir: 'dist/client',
					manifest: true,
					rolldownOptions: {
						input: 'src/web/app/entry-client.tsx',
						treeshake,
						// What every page loads at once is one file, and what many load besides is a second one: cut up by who else
						// uses a part of it, it compresses worse and is asked for in dozens of requests.
						output: {
							// Short, for every name of a file stands in the first file, and a hash cannot be compressed
							...fileNames,
							codeSplitting: {
								groups: [
									{ name: 'first', tags: ['$initial'], priority: 3 },
									{ name: 'many', test: ours, minShareCount: 12, priority: 1 },
									// Small parts that stand together on most screens: each by itself is a request and little else.
									{
										name: 'ranked',
										test: /\/src\/web\/(ui\/(tabs|stars|section)|games\/(period|popularity|rating|ranking))\./,
										includeDependenciesRecursively: false,
										priority: 2,
									},
									{
										name: 'forms',
										test: /\/src\/(web\/(form|ui\/text-field|kept|question|unsaved-changes|restored-draft|auth\/(sign-in-first|login-message))|contract\/(social-ends|return-path))\./,
										includeDependenciesRecursively: false,
										priority: 3,
									},
									{
										name: 'find',
										test: /\/src\/web\/(.*\/use-(search-text|paused)|search-in|games\/game-(search|line))\./,
										includeDependenciesRecursively: false,
										priority: 2,
									},
									{
										name: 'parts',
										test: /\/src\/web\/(arrival|form-failure|item-list|layout\/(failed|missing)|ui\/(infinite-list|paged-list|page-head|dialog|delete-dialog)|reviews\/star-value|games\/(fact-list|game-id))\./,
										includeDependenciesRecursively: false,
										priority: 2,
									},
									// What checks a form's fields is large, and comes only where a form is.
									{
										name: 'check',
										test: /\/src\/contract\/problems|\/typebox\/build\/(value|schema|format|compile)\//,
										includeDependenciesRecursively: false,
										priority: 2,
									},
									// The forms of an account are one too: each further file is a name more in the first one. What
									// they are made of is others' as well, and would take them along.
									{
										name: 'account',
										test: /\/src\/web\/auth\/(?!sign-in-first|login-message|redirect-target)/,
										includeDependenciesRecursively: false,
										priority: 2,
									},
								],
							},
						},
					},
				}),
	},
	ssr: {
		// One file without look-ups in node_modules loads in a third of the time, and React comes as its production build.
		noExternal: true,
	},
}))
