import { readFileSync } from 'node:fs'
import { type ESTree, type Plugin, Visitor } from 'vite'

/** What a library can do and the site does not use, though other functions of the library refer to it. */
interface UnusedFeature {
	name: string
	/** The module, from the package's name on. */
	file: string
	/** Functions that lose their bodies. `f=return x` replaces the body of `f`; `C.prototype` stands for its methods. */
	functions: string
	/** How a source would use it: `importedName`, `<element>`, `<element attribute>`, `property:` or `export name`. */
	uses: string[]
}

/** The versions in which these functions were read. Any other version is bundled whole until somebody reads it. */
export const READ_VERSIONS: Record<string, string> = { 'react-dom': '19.3.1', 'react-router': '8.5.1' }

const REACT_DOM = 'react-dom/cjs/react-dom-client.production.js'
const ROUTER = 'react-router/dist/production/lib'

// Gains are brotli bytes of the first load of every page: 14.2 kB in all
export const UNUSED_FEATURES: readonly UnusedFeature[] = [
	{
		// 2.9 kB. The router animates page changes
		name: 'view transitions by React',
		file: REACT_DOM,
		functions: `startViewTransition trackEnterViewTransitions flushAfterMutationEffects reportViewTransitionError
			commitAfterMutationEffectsOnFiber commitAppearingPairViewTransitions commitEnterViewTransitions
			commitDeletedPairViewTransitions commitExitViewTransitions commitNestedViewTransitions
			restorePairedViewTransitions restoreEnterOrExitViewTransitions restoreNestedViewTransitions
			measureViewTransitionHostInstancesRecursive measureNestedViewTransitions applyViewTransitionName
			applyViewTransitionToHostInstances restoreViewTransitionOnHostInstances restoreViewTransitionName
			getViewTransitionName getViewTransitionClassName scheduleViewTransitionEvent createViewTransitionInstance`,
		uses: ['ViewTransition', 'addTransitionType'],
	},
	{
		// 2.6 kB. The server writes the head, and head.tsx changes it
		name: 'elements that React moves into the head',
		file: REACT_DOM,
		functions: `isHostHoistableType getResource acquireResource createHoistableInstance mountHoistable
			getHydratableHoistableCache preloadResource preloadResourceAndSuspendIfNeeded suspendInstance suspendResource
			insertSuspendedStylesheets estimateBandwidth prefetchDNS preconnect preload preloadModule preinitStyle
			preinitScript preinitModuleScript`,
		uses: [
			...['<link>', '<meta>', '<script>', '<style>', 'prefetchDNS', 'preconnect'],
			...['preload', 'preloadModule', 'preinit', 'preinitModule'],
		],
	},
	{
		// 1.9 kB
		name: 'refs to fragments',
		file: REACT_DOM,
		functions: `FragmentInstance.prototype isFragmentInstanceParent commitNewChildToFragmentInstances
			commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects`,
		uses: ['<Fragment ref>'],
	},
	{
		// 0.8 kB
		name: 'form actions',
		file: REACT_DOM,
		functions: `mountActionState updateActionState rerenderActionState dispatchActionState startHostTransition
			extractEvents$1`,
		uses: [
			'useActionState',
			'useFormState',
			'useFormStatus',
			'requestFormReset',
			'<form action=function>',
			'<button formAction>',
		],
	},
	{
		// 0.6 kB
		name: 'activities and lists of suspended components',
		file: REACT_DOM,
		functions:
			'updateActivityComponent mountActivityChildren commitActivityHydrationCallbacks updateSuspenseListComponent',
		uses: ['Activity', 'SuspenseList', 'unstable_SuspenseList'],
	},
	{
		// 2.4 kB. useSend sends, and TanStack Query fetches
		name: 'actions and fetchers of the router',
		file: `${ROUTER}/router/router.js`,
		functions: `handleAction getUpdatedActionData getSubmittingNavigation getSubmissionFromNavigation
			normalizeNavigateOptions=return{path} getTargetedDataStrategyMatches revalidate interruptActiveLoads
			fetch handleFetcherAction handleFetcherLoader setFetcherError updateFetcherState getFetcher resetFetcher
			deleteFetcher queueFetcherForDeletion abortFetcher markFetchersDone markFetchRedirectsDone
			abortStaleFetchLoads getUpdatedRevalidatingFetchers`,
		uses: [
			...['Form', 'useSubmit', 'useFetcher', 'useFetchers', 'useActionData', 'useRevalidator', 'export action'],
			...['formMethod:', 'formEncType:'],
		],
	},
	{
		// 1.3 kB. All routes are known from the beginning
		name: 'discovery of routes, middleware, and lazy properties of routes',
		file: `${ROUTER}/router/router.js`,
		functions: `discoverRoutes cancelDiscoveryNavigation checkFogOfWar=return{active:false} patchRoutes patchRoutesImpl
			_internalSetRoutes setHmrRoutes commitHmrRoutes runClientMiddlewarePipeline loadLazyMiddlewareForMatches
			loadLazyRouteProperty getInstrumentationNavigateMeta`,
		uses: ['patchRoutesOnNavigation:', 'middleware:', 'export middleware', 'dataStrategy:', 'instrumentations:'],
	},
	{
		// 1.4 kB
		name: "prefetching in the router's framework mode",
		file: `${ROUTER}/dom/ssr/components.js`,
		functions: 'PrefetchPageLinks usePrefetchBehavior=return[false,null,{}]',
		uses: ['PrefetchPageLinks', '<Link prefetch>', '<NavLink prefetch>'],
	},
]

/** Leaves out the bodies of the functions of unused features, so that tree shaking drops what only they refer to. */
export const withoutUnusedCode: Plugin = {
	name: 'without-unused-code',
	transform: {
		filter: { id: UNUSED_FEATURES.map(({ file }) => `**/node_modules/${file}`) },
		handler(code, id) {
			const [root = '', file = ''] = id.replaceAll('\\', '/').split(/(?<=\/node_modules\/)(?!.*\/node_modules\/)/)
			const name = file.slice(0, file.indexOf('/'))
			const { version } = JSON.parse(readFileSync(`${root}${name}/package.json`, 'utf8')) as { version: string }
			if (version !== READ_VERSIONS[name]) {
				this.warn(
					`${name} ${version} is bundled whole, because vite.unused-code.ts was written for ${READ_VERSIONS[name]}`,
				)
				return undefined
			}
			return removeFunctions(code, this.parse(code, { lang: 'js' }), listFunctions(file)).code
		},
	},
}

/** Returns the functions to leave out of a module, with what replaces their bodies. */
export function listFunctions(file: string): Map<string, string> {
	const words = UNUSED_FEATURES.filter((feature) => feature.file === file).flatMap(({ functions }) =>
		functions.split(/\s+/),
	)
	return new Map(words.map((word) => /^([^=]*)=?(.*)$/.exec(word)?.slice(1) as [string, string]))
}

/** Replaces the bodies of functions and also returns the names that it has found, in order. */
export function removeFunctions(code: string, program: ESTree.Program, functions: ReadonlyMap<string, string>) {
	const bodies = new Map<ESTree.Node, string>()
	const check = (name: string | undefined, value: ESTree.Node | null) => {
		if (name !== undefined && functions.has(name) && value && 'body' in value && value.body)
			bodies.set(value.body as ESTree.Node, name)
	}
	new Visitor({
		FunctionDeclaration: (node) => check(node.id?.name, node),
		VariableDeclarator: ({ id, init }) => check(id.type === 'Identifier' ? id.name : undefined, init),
		MethodDefinition: ({ key, value }) => check(key.type === 'Identifier' ? key.name : undefined, value),
		AssignmentExpression: ({ left, right }) => {
			if (left.type === 'MemberExpression') check(code.slice(left.object.start, left.object.end), right)
		},
	}).visit(program)
	let result = ''
	let position = 0
	for (const [{ start, end }, name] of [...bodies].sort(([a], [b]) => a.start - b.start)) {
		// Inside one that is left out
		if (start < position) continue
		result += `${code.slice(position, start)}{${functions.get(name)}}`
		position = end
	}
	return { code: result + code.slice(position), found: [...bodies.values()] }
}
