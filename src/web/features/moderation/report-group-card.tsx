import { Link } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import { MODERATION_ACTIONS, type ModerationAction } from '#contract/moderation.ts'
import type { ReportSubject } from '#contract/report-reasons.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { ActionLines } from './action-lines.tsx'
import { ACTIONS } from './action-words.ts'
import { AuthorFacts } from './author-facts.tsx'
import { formatDue } from './due.ts'
import { GroupReports } from './group-reports.tsx'
import type { QueuedGroup } from './queued-group.ts'
import css from './report-group-card.module.css'
import { ReportedText } from './reported-text.tsx'

const KINDS: Readonly<Record<ReportSubject, string>> = {
	review: 'Review',
	comment: 'Comment',
	list: 'List',
	user: 'Profile',
}

interface ReportGroupCardProps {
	group: QueuedGroup
	isCurrent: boolean
	isSelected: boolean
	onFocus: () => void
	/** Selects its author, or no longer. */
	onToggle: () => void
	onAct: (action: ModerationAction) => void
	onRemoveRecent: () => void
}

/** Everything a moderator needs to decide about one thing: what it says, who reported it and why, and who wrote it. */
export function ReportGroupCard(props: ReportGroupCardProps) {
	const { group, isCurrent, isSelected, onFocus, onToggle, onAct, onRemoveRecent } = props
	const { id, author, standing, allowed, actions } = group
	const name = nameGroup(group)
	return (
		<article
			id={id}
			className={`${card.card} ${css.card}`}
			aria-label={name}
			data-current={isCurrent ? '' : undefined}
			tabIndex={isCurrent ? 0 : -1}
			onFocus={onFocus}
		>
			<header className={css.head}>
				{author && (
					<label className={css.select}>
						<input
							type="checkbox"
							aria-label={`Select ${author.username}`}
							checked={isSelected}
							tabIndex={isCurrent ? 0 : -1}
							onChange={onToggle}
						/>
					</label>
				)}
				<h2 className={css.title}>{group.path ? <Link to={group.path}>{name}</Link> : name}</h2>
				<Marks group={group} />
			</header>
			<div className={css.columns}>
				<div className={css.main}>
					{group.parent && (
						<blockquote className={css.parent}>
							<p className={css.label}>In reply to {group.parent.user?.username ?? 'a deleted account'}</p>
							<p>{group.parent.text}</p>
						</blockquote>
					)}
					<ReportedText group={group} />
					<GroupReports group={group} />
					{actions.length > 0 && (
						<section className={css.part}>
							<h3 className={css.label}>Actions taken</h3>
							<ActionLines actions={actions} />
						</section>
					)}
				</div>
				<div className={css.aside}>
					{author && standing ? (
						<AuthorFacts author={author} standing={standing} isOfProfile={group.subject === 'user'} />
					) : (
						<p className={css.muted}>The account no longer exists.</p>
					)}
				</div>
			</div>
			<footer className={css.actions}>
				{MODERATION_ACTIONS.filter((action) => allowed.includes(action)).map((action) => (
					<span key={action} className={ACTIONS[action].isDanger && css.danger}>
						<Button aria-keyshortcuts={ACTIONS[action].key} onClick={() => onAct(action)}>
							{ACTIONS[action].label}
							<span className={css.key} aria-hidden="true">
								{ACTIONS[action].key}
							</span>
						</Button>
					</span>
				))}
				{author && allowed.includes('warn') && (
					<Button aria-keyshortcuts="e" onClick={onRemoveRecent}>
						Remove Last 24 Hours
						<span className={css.key} aria-hidden="true">
							e
						</span>
					</Button>
				)}
				{allowed.length === 0 && <p className={css.muted}>You cannot act on this.</p>}
			</footer>
		</article>
	)
}

/** Names what was reported: "Review of Celeste by kestrel". */
function nameGroup({ subject, title, author }: QueuedGroup): string {
	const kind = KINDS[subject]
	const by = author ? ` by ${author.username}` : ''
	if (subject === 'user') return author ? `${kind} of ${author.username}` : kind
	if (!title) return kind + by
	return subject === 'list'
		? `${kind} ${isolate(title)}${by}`
		: `${kind} ${subject === 'review' ? 'of' : 'on'} ${isolate(title)}${by}`
}

/** When it is due, and what is special about it. */
function Marks({ group: { dueAt, state, isHeld, isRemoved, containsSpoilers, present } }: { group: QueuedGroup }) {
	const due = dueAt !== null && state === 'open' ? formatDue(dueAt, Date.now()) : null
	return (
		<p className={css.marks}>
			{due && <span className={due.isLate ? `${css.mark} ${css.late}` : css.mark}>{due.words}</span>}
			{isHeld && <span className={css.mark}>held</span>}
			{isRemoved && <span className={css.mark}>removed</span>}
			{present === null && <span className={css.mark}>gone</span>}
			{containsSpoilers && <span className={css.mark}>spoiler</span>}
		</p>
	)
}
