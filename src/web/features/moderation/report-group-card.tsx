import { Link } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import { MODERATION_ACTIONS, type ModerationAction } from '#contract/moderation.ts'
import { REASON_LABELS, type ReportSubject } from '#contract/report-reasons.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import disclosure from '#web/ui/disclosure.module.css'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { ActionLines } from './action-lines.tsx'
import { ACTIONS } from './action-words.ts'
import { AuthorFacts } from './author-facts.tsx'
import { formatDue } from './due.ts'
import { GroupReports } from './group-reports.tsx'
import { countReasons, type QueuedGroup } from './queued-group.ts'
import css from './report-group-card.module.css'
import { ReportedText } from './reported-text.tsx'

const KINDS: Readonly<Record<ReportSubject, string>> = {
	review: 'Review',
	comment: 'Comment',
	list: 'List',
	user: 'Profile',
}

/** The actions on what was reported; the others are on its author. */
const ON_TEXT = ['dismiss', 'mark_spoiler', 'remove', 'restore'] as const satisfies ModerationAction[]
const isOnAccount = (action: ModerationAction) => !ON_TEXT.some((other) => other === action)

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
			{group.commented?.text && <Commented {...group.commented} />}
			{group.parent && (
				<blockquote className={css.parent}>
					<p className={css.label}>In reply to {group.parent.user?.username ?? 'a deleted account'}</p>
					<p>{group.parent.text}</p>
				</blockquote>
			)}
			<ReportedText key={group.present} group={group} />
			<GroupReports group={group} />
			{author && standing ? (
				<AuthorFacts author={author} standing={standing} isOfProfile={group.subject === 'user'} />
			) : (
				<p className={css.muted}>The account no longer exists.</p>
			)}
			{actions.length > 0 && (
				<section className={css.part}>
					<h3 className={css.label}>Actions taken</h3>
					<ActionLines actions={actions} />
				</section>
			)}
			<footer className={css.actions}>
				{ON_TEXT.filter((action) => allowed.includes(action)).map((action) => (
					<Button key={action} aria-keyshortcuts={ACTIONS[action].key} onClick={() => onAct(action)}>
						{ACTIONS[action].label}
						<Key name={ACTIONS[action].key} />
					</Button>
				))}
				{author && allowed.some(isOnAccount) && (
					<Menu label={`Account of ${author.username}`} text="Account ▾">
						{MODERATION_ACTIONS.filter((action) => isOnAccount(action) && allowed.includes(action)).map((action) => (
							<MenuButton key={action} aria-keyshortcuts={ACTIONS[action].key} onClick={() => onAct(action)}>
								{ACTIONS[action].label}
								<Key name={ACTIONS[action].key} />
							</MenuButton>
						))}
						{allowed.includes('warn') && (
							<MenuButton aria-keyshortcuts="e" onClick={onRemoveRecent}>
								Remove Last 24 Hours
								<Key name="e" />
							</MenuButton>
						)}
					</Menu>
				)}
				{allowed.length === 0 && <p className={css.muted}>You cannot act on this.</p>}
			</footer>
		</article>
	)
}

/** The key of an action, for those who have a keyboard. */
function Key({ name }: { name: string }) {
	return (
		<span className={css.key} aria-hidden="true">
			{name}
		</span>
	)
}

/** What a comment is on, when asked for. */
function Commented({ subject, text }: NonNullable<QueuedGroup['commented']>) {
	return (
		<details>
			<summary className={disclosure.opener}>Show the {subject}</summary>
			<blockquote className={css.parent}>{text}</blockquote>
		</details>
	)
}

/** Names what was reported: "Review of Celeste by kestrel", "Comment by lou on kestrel’s review of Celeste". */
function nameGroup({ subject, title, author, commented }: QueuedGroup): string {
	const kind = KINDS[subject]
	const by = author ? ` by ${author.username}` : ''
	if (subject === 'user') return author ? `${kind} of ${author.username}` : kind
	if (!title) return kind + by
	if (subject === 'list') return `${kind} ${isolate(title)}${by}`
	if (subject === 'review') return `${kind} of ${isolate(title)}${by}`
	if (!commented?.user) return `${kind} on ${isolate(title)}${by}`
	const of = commented.subject === 'review' ? 'review of' : 'list'
	return `${kind}${by} on ${commented.user.username}’s ${of} ${isolate(title)}`
}

/** Why it was reported, when it is due, and what is special about it. */
function Marks({ group }: { group: QueuedGroup }) {
	const { dueAt, state, isHeld, isRemoved, containsSpoilers, present, reports } = group
	const due = dueAt !== null && state === 'open' ? formatDue(dueAt, Date.now()) : null
	const reasons = countReasons(reports)
	const isUnmarked = !containsSpoilers && reasons.some(([reason]) => reason === 'spoiler')
	return (
		<p className={css.marks}>
			{reasons.map(([reason, count]) => (
				<span key={reason} className={css.reason}>
					{REASON_LABELS[reason]} ×{count}
				</span>
			))}
			{due && <span className={due.isLate ? `${css.mark} ${css.late}` : css.mark}>{due.words}</span>}
			{isHeld && <span className={css.mark}>held</span>}
			{isRemoved && <span className={css.mark}>removed</span>}
			{present === null && <span className={css.mark}>gone</span>}
			{containsSpoilers && <span className={css.mark}>marked as a spoiler</span>}
			{isUnmarked && <span className={css.mark}>not marked as a spoiler</span>}
		</p>
	)
}
