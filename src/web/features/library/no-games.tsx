import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** Stands in for a wall without games. */
export function NoGames({ isOwn, isNarrowed }: { isOwn: boolean; isNarrowed: boolean }) {
	if (isNarrowed) return <Empty scene="magnifier">No games found</Empty>
	if (!isOwn) return <Empty scene="shelf">No games yet.</Empty>
	return (
		<Empty
			scene="shelf"
			action={
				<Link to={paths.games()} className={buttonClass('main')}>
					Find a Game
				</Link>
			}
		>
			Games you play, want or finish will appear here.
		</Empty>
	)
}
