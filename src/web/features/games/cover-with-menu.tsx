import type { ReactNode } from 'react'
import { type CoverMenuTarget, toggleCoverMenu } from './cover-menu-state.ts'
import css from './cover-with-menu.module.css'

interface CoverWithMenuProps {
	game: CoverMenuTarget['game']
	/** Starts to select several games with this one. */
	onSelect?: (() => void) | undefined
	/** The cover, or the link around it. */
	children: ReactNode
}

/** A game's cover, and the button that opens the menu to log the game. `cover-gestures.ts` adds the other ways to it. */
export function CoverWithMenu({ game, onSelect, children }: CoverWithMenuProps) {
	return (
		<span className={css.frame} data-cover-menu="">
			{children}
			<button
				type="button"
				className={css.opener}
				aria-label={`Log ${game.name}`}
				aria-haspopup="dialog"
				data-scripted=""
				onClick={({ currentTarget }) => toggleCoverMenu({ game, onSelect, opener: currentTarget })}
			/>
		</span>
	)
}
