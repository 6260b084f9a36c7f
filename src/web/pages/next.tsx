import { Link, useSearchParams } from 'react-router'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { EMPTY_BACKLOG, EMPTY_WISHLIST, getNext } from '#contract/next.ts'
import { paths } from '#contract/paths.ts'
import { RATE_FIVE_GAMES } from '#contract/recommendations.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { NextBar } from '#web/features/next/next-bar.tsx'
import { NextGame, NextGameSkeleton } from '#web/features/next/next-game.tsx'
import { NextOthers } from '#web/features/next/next-others.tsx'
import { type NextChoices, parseNextUrl } from '#web/features/next/next-url.ts'
import { useNext } from '#web/features/next/use-next.ts'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const TITLE = 'What to Play Next'

/** One game to play next, by the time at hand, with the reason. */
export function Component() {
	const [search] = useSearchParams()
	const { status } = useSession()
	useHead({ title: TITLE })
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_KEEP_TRACK} />
	const choices = parseNextUrl(search)
	// Other choices start over
	return <Suggestion key={JSON.stringify(choices)} choices={choices} isWanted={status === 'in'} />
}

function Suggestion({ choices, isWanted }: { choices: NextChoices; isWanted: boolean }) {
	const { data, error, retry, skip, hide, hasSkipped, startOver } = useNext(choices, isWanted)
	if (!data && error)
		return (
			<FailureScreen
				title={TITLE}
				sentence={getFailureMessage(error, getNext.config.failure)}
				error={error}
				onRetry={retry}
			/>
		)
	const game = data?.game
	return (
		<div data-for="members">
			<PageHead title={TITLE} />
			<NextBar choices={choices} />
			{!data && <NextGameSkeleton />}
			{data && !game && (
				<Empty
					scene="seed"
					action={hasSkipped ? <Button onClick={startOver}>Start Over</Button> : <WayOn reason={data.reason} />}
				>
					{data.reason}
				</Empty>
			)}
			{data && game && (
				<>
					<NextGame
						game={game}
						reason={data.reason}
						timeToBeat={data.timeToBeat}
						onAnother={() => skip(game.id)}
						onHide={(until) => hide(game, until)}
					/>
					<NextOthers others={data.others} />
				</>
			)}
		</div>
	)
}

/** Where somebody goes for whom there is nothing. */
function WayOn({ reason }: { reason: string }) {
	if (reason === RATE_FIVE_GAMES)
		return (
			<Link className={buttonClass('quiet')} to={paths.welcome()}>
				Rate Games
			</Link>
		)
	if (reason === EMPTY_BACKLOG || reason === EMPTY_WISHLIST)
		return (
			<Link className={buttonClass('quiet')} to={paths.games()}>
				Find Games
			</Link>
		)
	return (
		<Link className={buttonClass('quiet')} to={paths.next()}>
			Clear Choices
		</Link>
	)
}
