import { fileURLToPath } from 'node:url'

const page = fileURLToPath(new URL('components.tsx', import.meta.url))
const LAST_ROUTE = "{ id: 'not-found'"

/** Vite plugin that adds the page of all components, /dev/components, to the route table. */
export const componentsPage = {
	name: 'components-page',
	enforce: 'pre',
	transform(code, id) {
		if (!id.endsWith('/src/web/app/routes.tsx')) return undefined
		if (!code.includes(LAST_ROUTE)) throw new Error(`The route table has no ${LAST_ROUTE}`)
		const route = `{ id: 'components', path: 'dev/components', lazy: () => import(${JSON.stringify(page)}) }`
		return code.replace(LAST_ROUTE, `${route}, ${LAST_ROUTE}`)
	},
}
