import { useLazyModule } from '#web/app/lazy-module.ts'

const loadBar = () => import('./suspension-bar.tsx')

/** Says that the viewer's account is suspended, while it is. */
export function LazySuspensionBar({ until }: { until: string | undefined }) {
	const { module } = useLazyModule(loadBar, until !== undefined)
	return until !== undefined && module && <module.SuspensionBar until={until} />
}
