import { Missing } from '#web/layout/missing.tsx'

export function Component() {
	return (
		<Missing title="Page Not Found">
			There is nothing at this address. The link may be outdated or mistyped.
		</Missing>
	)
}
