import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'

export function Component() {
	return <NotFoundScreen title="Page Not Found">There’s nothing here. The link may be old or mistyped.</NotFoundScreen>
}
