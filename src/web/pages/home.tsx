import { useHead } from '../head.tsx'

export function Component() {
	useHead({ title: 'home', path: '/' })
	return <h1>home</h1>
}
