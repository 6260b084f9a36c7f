import { useLazyModule } from '#web/app/lazy-module.ts'
import { useNear } from '#web/ui/use-near.ts'
import css from './more-like-this.module.css'

const load = () => import('./related-strip.tsx')

/** Games like one, below what is said of it: they load when they are about to be seen. */
export function MoreLikeThis({ gameId }: { gameId: number }) {
	const [place, isNear] = useNear('400px')
	const { module, hasFailed } = useLazyModule(load, isNear)
	return (
		<div ref={place} className={module || hasFailed ? undefined : css.place}>
			{module && <module.RelatedStrip gameId={gameId} />}
		</div>
	)
}
