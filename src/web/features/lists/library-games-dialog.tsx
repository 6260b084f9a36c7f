import { useEffect, useRef, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { type LibraryPage, listLibrary } from '#contract/library.ts'
import { LIMITS } from '#contract/limits.ts'
import { LIST_FULL } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useSession } from '#web/app/session.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { AddButton, getRoom } from './add-button.tsx'
import css from './library-games-dialog.module.css'

const PAGE_SIZE = 48
const SKELETONS = 12

const getRows = ({ entries }: LibraryPage) => entries.map(({ gameId: id, game }) => ({ id, game }))

interface LibraryGamesDialogProps {
	open: boolean
	/** The ids of the games that the list has. */
	listedIds: ReadonlySet<number>
	onAdd: (games: readonly GameRef[]) => void
	onClose: () => void
}

/** Adds games of the viewer's library to a list. What is chosen stays while the dialog is closed. */
export function LibraryGamesDialog({ open, listedIds, onAdd, onClose }: LibraryGamesDialogProps) {
	const { user } = useSession()
	const box = useRef<HTMLDivElement>(null)
	const [search, setSearch] = useState('')
	const [picked, setPicked] = useState<ReadonlyMap<number, GameRef>>(new Map())
	// Browsers focus the first button of a dialog when it opens.
	useEffect(() => {
		if (open) box.current?.querySelector('input')?.focus()
	}, [open])
	const toggle = (game: GameRef) => {
		const changed = new Map(picked)
		if (!changed.delete(game.id)) changed.set(game.id, game)
		setPicked(changed)
	}
	return (
		<Dialog open={open} title="From My Library" isSheet onClose={onClose}>
			<div ref={box} className={css.search}>
				<SearchInput
					label="Search your library"
					placeholder="Name of a game"
					maxLength={LIMITS.searchMax}
					search={search}
					onSearch={setSearch}
				/>
			</div>
			<div className={css.scroll}>
				{user && (
					<Library
						username={user.username}
						search={search}
						isChosen={(id) => picked.has(id) || listedIds.has(id)}
						isListed={(id) => listedIds.has(id)}
						onToggle={toggle}
					/>
				)}
			</div>
			<Notice kind="bad" message={picked.size > getRoom(listedIds) ? LIST_FULL.error : null} />
			<div className={dialog.actions}>
				<AddButton
					games={[...picked.values()]}
					listedIds={listedIds}
					onAdd={(games) => {
						onAdd(games)
						setPicked(new Map())
						setSearch('')
						onClose()
					}}
				/>
			</div>
		</Dialog>
	)
}

interface LibraryProps {
	username: string
	search: string
	isChosen: (gameId: number) => boolean
	isListed: (gameId: number) => boolean
	onToggle: (game: GameRef) => void
}

function Library({ username, search, isChosen, isListed, onToggle }: LibraryProps) {
	const query = { username, limit: PAGE_SIZE, ...(search !== '' && { search }) }
	const list = useReadPages(listLibrary, { query }, getRows)
	return (
		<PagedList
			list={list}
			getMessage={(error) => getFailureMessage(error, listLibrary.config.failure)}
			nextHref={list.next && paths.library(username)}
			skeleton={
				<SkeletonList label="Loading games" count={SKELETONS} className={css.wall}>
					<Skeleton shape="cover" />
				</SkeletonList>
			}
			empty={<Empty scene="shelf">{search === '' ? 'Your library is empty.' : 'No games found'}</Empty>}
		>
			{(games) => (
				<ul className={css.wall}>
					{games.map(({ id, game }) => (
						<li key={id}>
							<label className={`${css.choice} focus-frame`} title={getGameName(game)}>
								<input
									type="checkbox"
									aria-label={isListed(id) ? `${getGameName(game)}, already in the list` : getGameName(game)}
									checked={isChosen(id)}
									disabled={isListed(id)}
									onChange={() => onToggle(game)}
								/>
								<GameCover game={game} sizes="100px" />
							</label>
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}
