import { useEffect, useId, useRef, useState } from 'react'
import type { LibraryStatus } from '#contract/library-entry.ts'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { type CoverMenuTarget, toggleCoverMenu } from '#web/features/games/cover-menu-state.ts'
import card from '#web/ui/card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { placePopover } from '#web/ui/popover-position.ts'
import { FOR_THUMBS, useMediaQuery } from '#web/ui/use-media-query.ts'
import css from './status-menu.module.css'

const loadItems = () => import('./status-menu-items.tsx')

interface StatusMenuProps {
	game: CoverMenuTarget['game']
	status: LibraryStatus | null
	onChoose: (status: LibraryStatus) => void
	/** Undefined if the game is not in the library. */
	onRemove: (() => void) | undefined
	/** The class of the button that opens the menu. */
	className: string | undefined
}

/** A button that opens a menu of all statuses; for thumbs, the menu of the game's cover, which has them too. */
export function StatusMenu({ game, status, onChoose, onRemove, className }: StatusMenuProps) {
	const { name } = game
	const id = useId()
	const isSheet = useMediaQuery(FOR_THUMBS)
	const opener = useRef<HTMLButtonElement>(null)
	const menu = useRef<HTMLDivElement>(null)
	const [isOpen, setOpen] = useState(false)
	const items = useLazyForm(loadItems)
	// Again once the items have loaded, which makes the menu larger
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		if (isOpen && menu.current && opener.current) return placePopover(menu.current, opener.current)
		return undefined
	}, [isOpen, items.module])
	const choose = (act: () => void) => () => {
		menu.current?.hidePopover()
		act()
	}
	return (
		<>
			<button
				ref={opener}
				type="button"
				className={className}
				aria-label={`All statuses of ${name}`}
				title="All statuses"
				{...(isSheet
					? {
							'aria-haspopup': 'dialog',
							onClick: ({ currentTarget }) => toggleCoverMenu({ game, onSelect: undefined, opener: currentTarget }),
						}
					: { 'aria-haspopup': 'menu', popoverTarget: id, onPointerEnter: items.load, onFocus: items.load })}
			>
				<Icon name="down" size={16} />
			</button>
			<div
				ref={menu}
				id={id}
				popover="auto"
				className={`${card.raised} ${css.menu}`}
				onToggle={({ newState }) => {
					setOpen(newState === 'open')
					if (newState === 'open') items.load()
				}}
			>
				{items.module && (
					<items.module.StatusMenuItems
						gameId={game.id}
						name={name}
						status={status}
						isOpen={isOpen}
						onChoose={(word) => choose(() => onChoose(word))()}
						onRemove={onRemove && choose(onRemove)}
					/>
				)}
			</div>
		</>
	)
}
