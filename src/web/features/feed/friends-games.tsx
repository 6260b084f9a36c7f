import { useId } from 'react'
import { Link } from 'react-router'
import { type FeedGame, getFeedGames } from '#contract/feed-games.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import section from '#web/ui/section.module.css'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './friends-games.module.css'

/** The games that those whom the viewer follows play and want, beside the feed. Nothing while it loads, or if there are none. */
export function FriendsGames() {
	const { data, error, retry } = useRead(getFeedGames, {})
	if (!data)
		return (
			error && (
				<div role="alert">
					<p>{getFailureMessage(error, getFeedGames.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			)
		)
	return (
		<>
			<Games title="Friends Are Playing" games={data.playing} verb="played" />
			<Games title="Most Wanted by Friends" games={data.wanted} verb="wanted" />
		</>
	)
}

function Games({ title, games, verb }: { title: string; games: readonly FeedGame[]; verb: string }) {
	const id = useId()
	if (games.length === 0) return null
	return (
		<section className={section.section} aria-labelledby={id}>
			<header className={section.head}>
				<h2 id={id}>{title}</h2>
			</header>
			<ul className={css.games}>
				{games.map(({ game, users, count }) => (
					<li key={game.id}>
						<CoverWithMenu game={game}>
							<Link to={paths.game(game.id)} title={game.name}>
								<GameCover game={game} sizes="100px" decorative={false} />
							</Link>
						</CoverWithMenu>
						<p className={css.people}>
							<span className={css.faces} aria-hidden="true">
								{users.map(({ id, username, profilePicture }) => (
									<Avatar key={id} name={username} src={profilePicture} size="small" />
								))}
							</span>
							{count > users.length && <span aria-hidden="true">+{count - users.length}</span>}
							<span className="visually-hidden">
								{verb} by {namePeople(users, count)}
							</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	)
}

/** Names some of `count` people: "kestrel, lou and 3 more". */
function namePeople(users: FeedGame['users'], count: number): string {
	const names = users.map(({ username }) => username)
	const rest = count - names.length
	return new Intl.ListFormat('en').format(rest > 0 ? [...names, `${rest} more`] : names)
}
