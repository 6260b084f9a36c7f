import { useHead } from '../head.tsx'

export function Component() {
	useHead({ title: 'game', path: '/' })
	return <h1>game</h1>
}
