import { Link } from 'react-router'
import type { GameList } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { pluralize } from '#web/app/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { Time } from '#web/ui/time.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import { CoverFan } from './cover-fan.tsx'
import css from './list-card.module.css'

interface ListCardProps {
	list: GameList
	/** The maximum length of the description, in characters. */
	descriptionLength: 100 | 150
	/** False on pages about the list's creator. */
	showCreator?: boolean
}

/** A card that links to a list. */
export function ListCard({ list, descriptionLength, showCreator = true }: ListCardProps) {
	const { title, description, user, gameCount, createdAt } = list
	return (
		<article className={css.card}>
			<div className={css.parts}>
				<CoverFan games={list.games} />
				<div className={css.words}>
					<h3 className={css.title}>
						<Link to={paths.list(list.id)} className={`${card.link} ${css.link}`}>
							{title}
							<span className="visually-hidden">, a list{showCreator && ` by ${user.username}`}</span>
						</Link>
					</h3>
					<p className={css.line}>
						{showCreator && (
							<span className={css.creator}>
								<Avatar name={user.username} src={user.profilePicture} size="small" />
								<span className={css.name}>{user.username}</span>
							</span>
						)}
						<span className={css.facts}>
							<span>{pluralize(gameCount, 'game')}</span>
							<Time time={createdAt} />
						</span>
					</p>
					{description && <p className={css.text}>{truncateText(description, descriptionLength)}</p>}
				</div>
			</div>
		</article>
	)
}
