import { Link } from 'react-router'
import type { GameList } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { removeSpoilerMarks } from '#contract/spoiler-spans.ts'
import { formatCompact, pluralize } from '#web/app/format.ts'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Time } from '#web/ui/time.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import { CoverFan } from './cover-fan.tsx'
import css from './list-card.module.css'
import { ListTags } from './list-tags.tsx'
import { VisibilityLabel } from './visibility-label.tsx'

interface ListCardProps {
	list: GameList
	/** The maximum length of the description, in characters. */
	descriptionLength: 100 | 150
	/** False on pages about the list's creator. */
	showCreator?: boolean
}

/** A card that links to a list. */
export function ListCard({ list, descriptionLength, showCreator = true }: ListCardProps) {
	const { title, description, user, gameCount, createdAt, visibility, tags, commentCount } = list
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
							{visibility !== 'public' && <VisibilityLabel visibility={visibility} />}
						</span>
						<span className={css.counts}>
							{/* The like state depends on the viewer */}
							<span data-settles="">
								<LikeButton kind="list" of={list} subject="this list" look="card" />
							</span>
							{commentCount > 0 && (
								<Link className={card.control} to={`${paths.list(list.id)}#comments`}>
									<Icon name="comment" size={15} />
									{formatCompact(commentCount)}
									<span className="visually-hidden">{commentCount === 1 ? ' comment' : ' comments'}</span>
								</Link>
							)}
						</span>
					</p>
					{description && (
						<p className={css.text}>{truncateText(removeSpoilerMarks(description), descriptionLength)}</p>
					)}
					<div className={css.tags}>
						<ListTags tags={tags} />
					</div>
				</div>
			</div>
		</article>
	)
}
