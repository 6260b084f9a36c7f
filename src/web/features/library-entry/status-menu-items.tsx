import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { LibraryStatus } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/app/session.tsx'
import { StatusMark } from './status-mark.tsx'
import css from './status-menu.module.css'
import { STATUS_GROUPS, STATUS_HINTS, STATUS_WORDS } from './status-words.ts'

interface StatusMenuItemsProps {
	gameId: number
	name: string
	status: LibraryStatus | null
	isOpen: boolean
	onChoose: (status: LibraryStatus) => void
	/** Undefined if the game is not in the library. */
	onRemove: (() => void) | undefined
}

/** The statuses in a menu. The arrow keys move within it. */
export function StatusMenuItems({ gameId, name, status, isOpen, onChoose, onRemove }: StatusMenuItemsProps) {
	const id = useId()
	const { user } = useSession()
	const isModerator = user?.role === 'moderator' || user?.role === 'admin'
	const menu = useRef<HTMLDivElement>(null)
	useEffect(() => {
		if (!isOpen || !menu.current) return
		const checked = menu.current.querySelector<HTMLElement>('[aria-checked="true"]')
		;(checked ?? findItems(menu.current)[0])?.focus({ preventScroll: true })
	}, [isOpen])
	return (
		<div
			ref={menu}
			role="menu"
			aria-label={`Statuses of ${name}`}
			tabIndex={-1}
			className={css.items}
			onKeyDown={moveFocus}
		>
			{STATUS_GROUPS.map((group) => (
				<fieldset key={group.name} aria-label={group.name} className={css.group}>
					<p className={css.title} aria-hidden="true">
						{group.name}
					</p>
					{group.statuses.map((word) => (
						<button
							key={word}
							type="button"
							role="menuitemradio"
							aria-checked={word === status}
							aria-labelledby={`${id}-${word}`}
							aria-describedby={STATUS_HINTS[word] && `${id}-${word}-hint`}
							tabIndex={-1}
							className={css.item}
							onClick={() => onChoose(word)}
						>
							<StatusMark status={word} />
							<span>
								<span id={`${id}-${word}`}>{STATUS_WORDS[word]}</span>
								{STATUS_HINTS[word] && (
									<span id={`${id}-${word}-hint`} className={css.hint}>
										{STATUS_HINTS[word]}
									</span>
								)}
							</span>
						</button>
					))}
				</fieldset>
			))}
			{isModerator && (
				<div className={css.group}>
					<Link role="menuitem" tabIndex={-1} className={css.item} to={paths.gameHistory(gameId, { edit: 1 })}>
						Edit Game
					</Link>
				</div>
			)}
			{onRemove && (
				<div className={css.group}>
					<button
						type="button"
						role="menuitem"
						tabIndex={-1}
						className={`${css.item} ${css.remove}`}
						onClick={onRemove}
					>
						Remove from Library…
					</button>
				</div>
			)}
		</div>
	)
}

const findItems = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
	const { key, currentTarget } = event
	if (key === 'Tab') currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
	const items = findItems(currentTarget)
	const index = items.indexOf(document.activeElement as HTMLElement)
	const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[key]
	if (next === undefined) return
	event.preventDefault()
	items.at(next % items.length)?.focus()
}
