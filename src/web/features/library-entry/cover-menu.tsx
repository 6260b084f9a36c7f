import { useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { getGame } from '#contract/games.ts'
import { getLibraryEntry, type LibraryChange } from '#contract/library.ts'
import type { LibraryEntry, LibraryStatus } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { releaseYear } from '#web/app/format.ts'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useSession } from '#web/app/session.tsx'
import { type CoverMenuTarget, closeCoverMenu } from '#web/features/games/cover-menu-state.ts'
import card from '#web/ui/card.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './cover-menu.module.css'
import { useCoverPopover } from './cover-popover.ts'
import {
	type EntryMarks,
	hasEntry,
	NOTHING_LEFT,
	needsConsentToRemove,
	pressStatus,
	pressWishlist,
} from './entry-change.ts'
import { StarRow } from './star-row.tsx'
import { StatusMark } from './status-mark.tsx'
import { STATUS_GROUPS, STATUS_HINTS, STATUS_WORDS, WISHLIST } from './status-words.ts'
import { useLibraryEntry, useLoggedIn } from './use-library-entry.ts'

const loadPlayDialog = () => import('./play-dialog.tsx')
const loadAddToListDialog = () => import('#web/features/lists/add-to-list-dialog.tsx')
const loadRemoveDialog = () => import('./remove-dialog.tsx')

type Game = CoverMenuTarget['game']

type Opened = { dialog: 'play' | 'list'; game: Game } | { dialog: 'removal'; entry: LibraryEntry }

/** The menu of the cover that was pressed last, and the dialogs that it opens. */
export function CoverMenus({ target }: { target: CoverMenuTarget | null }) {
	const [opened, setOpened] = useState<Opened | null>(null)
	const [isOpen, setOpen] = useState(false)
	const plays = useLazyForm(loadPlayDialog)
	const lists = useLazyForm(loadAddToListDialog)
	const removal = useLazyForm(loadRemoveDialog)
	const close = () => setOpen(false)
	const { key } = useLocation()
	// The state of the menu is outside React
	// biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu when the page changes
	useEffect(() => closeCoverMenu, [key])
	return (
		<>
			{target && (
				<CoverMenu
					key={menuKey(target)}
					target={target}
					onOpen={(next) => {
						;({ play: plays, list: lists, removal })[next.dialog].load()
						setOpened(next)
						setOpen(true)
					}}
				/>
			)}
			{/* Closed it stays, because a dialog that goes does not return the focus */}
			{opened?.dialog === 'play' && plays.module && (
				<PlayDialogOf Dialog={plays.module.PlayDialog} game={opened.game} open={isOpen} onClose={close} />
			)}
			{opened?.dialog === 'list' && lists.module && (
				<lists.module.AddToListDialog games={[opened.game]} open={isOpen} onClose={close} />
			)}
			{opened?.dialog === 'removal' && removal.module && (
				<removal.module.RemoveDialog entry={opened.entry} open={isOpen} onClose={close} />
			)}
		</>
	)
}

const menuKeys = new WeakMap<CoverMenuTarget, number>()
let keyCount = 0

/** Two covers of one game have two menus. */
function menuKey(target: CoverMenuTarget): number {
	const key = menuKeys.get(target) ?? ++keyCount
	menuKeys.set(target, key)
	return key
}

interface CoverMenuProps {
	target: CoverMenuTarget
	onOpen: (opened: Opened) => void
}

function CoverMenu({ target, onOpen }: CoverMenuProps) {
	const { game } = target
	const { status, user } = useSession()
	const isMember = status === 'in'
	const isModerator = user?.role === 'moderator' || user?.role === 'admin'
	const isLoggedIn = useLoggedIn()
	const { data, error, retry } = useRead(getLibraryEntry, { params: { gameId: game.id } }, { enabled: isMember })
	const stored = data?.entry ?? null
	const { box, isSheet, isByPointer, close } = useCoverPopover(target)
	const entry = useLibraryEntry(game, stored)
	const { marks } = entry
	const [hasPressed, setPressed] = useState(false)
	const isKnown = data !== undefined || !isMember
	const save = (change: LibraryChange, before?: EntryMarks) => {
		setPressed(true)
		entry.save(change, before)
		const isRefused = change.rating === null && stored?.reviewId
		// The sheet would cover the message with Undo
		if (isSheet && isByPointer.current && !isRefused) close()
	}
	const open = (dialog: 'play' | 'list') => () => {
		close()
		if (isLoggedIn()) onOpen({ dialog, game })
	}
	const remove = () => {
		if (stored && needsConsentToRemove(stored)) {
			close()
			onOpen({ dialog: 'removal', entry: stored })
		} else {
			// Otherwise the item would go with the focus; of a review the reason is shown here
			if (!stored?.reviewId) close()
			entry.save(NOTHING_LEFT)
		}
	}
	return (
		<div ref={box} popover="manual" className={css.place} data-sheet={isSheet ? '' : undefined}>
			<div
				role="dialog"
				aria-label={`Log ${game.name}`}
				tabIndex={-1}
				className={`${card.raised} ${css.menu}`}
				data-fills={hasPressed ? '' : undefined}
			>
				<p className={css.title}>
					{game.name} {game.releaseDate && <span className={css.year}>{releaseYear(game.releaseDate)}</span>}
				</p>
				{error && !data ? (
					<div className={css.failure}>
						<Notice kind="bad" message={getChangeFailure(error, getLibraryEntry.config.failure)} />
						<TryAgain onRetry={retry} />
					</div>
				) : (
					<div className={css.log} inert={!isKnown} aria-busy={!isKnown}>
						<MarkRow marks={marks} isSheet={isSheet} onPress={save} />
						<StarRow name={game.name} entry={{ ...entry, save }} reviewId={stored?.reviewId ?? null} />
					</div>
				)}
				<div className={css.more}>
					<button type="button" className={css.item} aria-haspopup="dialog" onClick={open('play')}>
						Log a Play…
					</button>
					<button type="button" className={css.item} aria-haspopup="dialog" onClick={open('list')}>
						Add to List…
					</button>
					<Link
						className={css.item}
						to={stored?.reviewId ? paths.review(stored.reviewId) : paths.reviewForm(game.id)}
						onClick={closeCoverMenu}
					>
						{stored?.reviewId ? 'My Review' : 'Write a Review'}
					</Link>
					{isModerator && (
						<Link className={css.item} to={paths.gameHistory(game.id, { edit: 1 })} onClick={closeCoverMenu}>
							Edit Game
						</Link>
					)}
					{target.onSelect && (
						<button
							type="button"
							className={css.item}
							onClick={() => {
								closeCoverMenu()
								target.onSelect?.()
							}}
						>
							Select Games
						</button>
					)}
					{hasEntry(stored, marks) && (
						<button type="button" className={`${css.item} ${css.remove}`} onClick={remove}>
							Remove from Library…
						</button>
					)}
				</div>
			</div>
		</div>
	)
}

type Mark = LibraryStatus | 'wishlist'

const getHint = (mark: Mark) => (mark === 'wishlist' ? undefined : STATUS_HINTS[mark])

/** Returns the word of a mark with what explains it: `Finished: saw the ending`. A word that is in sight alone says nothing new. */
function describeMark(mark: Mark, isInSight: boolean): string {
	const hint = getHint(mark)
	const word = mark === 'wishlist' ? WISHLIST : STATUS_WORDS[mark]
	if (hint) return `${word}: ${hint}`
	return isInSight ? '' : word
}

interface MarkRowProps {
	marks: EntryMarks
	/** A sheet shows all words; elsewhere the line has the word under the pointer, otherwise those that are set. */
	isSheet: boolean
	onPress: (change: LibraryChange) => void
}

/** All statuses and the wish as marks, and a line that explains the one under the pointer, otherwise the one that is set. */
function MarkRow({ marks, isSheet, onPress }: MarkRowProps) {
	const id = useId()
	const [pointedAt, setPointedAt] = useState<Mark | null>(null)
	const set: Mark[] = [...(marks.isWished ? ['wishlist' as const] : []), ...(marks.status ? [marks.status] : [])]
	const words = (pointedAt ? [pointedAt] : set).map((status) => describeMark(status, isSheet)).filter(Boolean)
	const mark = (status: Mark, word: string, isSet: boolean, change: LibraryChange) => (
		<button
			key={status}
			type="button"
			className={css.mark}
			data-status={status}
			aria-pressed={isSet}
			aria-describedby={getHint(status) && `${id}-${status}`}
			onClick={({ detail }) => {
				// A double click is one press
				if (detail <= 1) onPress(change)
			}}
			onPointerEnter={() => setPointedAt(status)}
			onPointerLeave={() => setPointedAt(null)}
			onFocus={() => setPointedAt(status)}
			onBlur={() => setPointedAt(null)}
		>
			<StatusMark status={status} size={24} />
			<span className={isSheet ? css.word : 'visually-hidden'}>{word}</span>
			{getHint(status) && (
				<span id={`${id}-${status}`} hidden>
					{getHint(status)}
				</span>
			)}
		</button>
	)
	return (
		<>
			<div className={css.marks}>
				{mark('wishlist', WISHLIST, marks.isWished, pressWishlist(marks))}
				{STATUS_GROUPS.flatMap(({ statuses }) =>
					[...statuses].map((status) =>
						mark(status, STATUS_WORDS[status], marks.status === status, pressStatus(marks, status)),
					),
				)}
			</div>
			<p className={css.pointed} aria-hidden="true">
				{words.join(', ')}
			</p>
		</>
	)
}

interface PlayDialogOfProps {
	Dialog: Awaited<ReturnType<typeof loadPlayDialog>>['PlayDialog']
	game: Game
	open: boolean
	onClose: () => void
}

/** The dialog to log a play, which knows the platforms of the game as soon as they are loaded. */
function PlayDialogOf({ Dialog, game, open, onClose }: PlayDialogOfProps) {
	const platforms = useRead(getGame, { params: { id: game.id } }, { enabled: open }).data?.data.platforms ?? []
	return <Dialog game={{ ...game, platforms }} open={open} onClose={onClose} />
}
