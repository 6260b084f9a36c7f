import { useHead } from '../head.tsx'

export function Component() {
	useHead({ title: 'privacy-policy', path: '/' })
	return <h1>privacy-policy</h1>
}
