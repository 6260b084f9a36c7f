import { useHead } from '../head.tsx'

export function Component() {
	useHead({ title: 'about', path: '/' })
	return <h1>about</h1>
}
