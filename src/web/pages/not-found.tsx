import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'

export function Component() {
	return (
		<NotFoundScreen title="Page Not Found">
			There is nothing at this address. The link may be outdated or mistyped.
		</NotFoundScreen>
	)
}
