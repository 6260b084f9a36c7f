import { useHead } from '../head.tsx'

export function Component() {
	useHead({ title: 'games', path: '/' })
	return <h1>games</h1>
}
