import { type MouseEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import type { PickGameGoal } from '#web/features/search/pick-game-dialog.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './create-menu.module.css'
import menu from './profile-menu.module.css'

const loadPickGameDialog = () => import('#web/features/search/pick-game-dialog.tsx')

/** Opens and closes the dialog that picks a game; the functions handle clicks in a popover. */
export function usePickGame() {
	const [isOpen, setOpen] = useState(false)
	const [goal, setGoal] = useState<PickGameGoal>('review')
	const open = ({ currentTarget }: MouseEvent<HTMLElement>, purpose: 'review' | 'log') => {
		const sheet = currentTarget.closest<HTMLElement>('[popover]')
		const opener = document.querySelector<HTMLElement>(`[popovertarget="${sheet?.id}"]`) ?? currentTarget
		sheet?.hidePopover()
		setGoal(purpose === 'log' ? opener : 'review')
		setOpen(true)
	}
	return {
		isOpen,
		goal,
		review: (event: MouseEvent<HTMLElement>) => open(event, 'review'),
		log: (event: MouseEvent<HTMLElement>) => open(event, 'log'),
		close: () => setOpen(false),
	}
}

/** The buttons of a menu that open the dialog. */
export type PickGame = Pick<ReturnType<typeof usePickGame>, 'review' | 'log'>

/** The Create menu: a log or a review, which start with picking the game, or a list. */
export function CreateMenu({ pick }: { pick: PickGame }) {
	return (
		<div data-for="members" className={css.menu}>
			<button type="button" className={`${buttonClass('quiet')} ${css.opener}`} popoverTarget="create-menu">
				<FrameIcon name="plus" size={18} />
				<span className={css.word}>Create</span>
			</button>
			<div id="create-menu" popover="auto" className={`${card.raised} ${menu.sheet} ${css.sheet}`}>
				<button type="button" className={menu.item} onClick={pick.log}>
					Log a Game
				</button>
				<button type="button" className={menu.item} onClick={pick.review}>
					Review
				</button>
				<Link to={paths.newList()} className={menu.item}>
					List
				</Link>
			</div>
		</div>
	)
}

/** The dialog that picks a game. Its code loads when it first opens. */
export function PickGameDialog({ isOpen, goal, close }: ReturnType<typeof usePickGame>) {
	const { module, hasFailed } = useLazyModule(loadPickGameDialog, isOpen)
	const navigate = useNavigate()
	// If its code fails to load, fall back to the search page
	useEffect(() => {
		if (!hasFailed || !isOpen) return
		close()
		void navigate(paths.search())
	}, [hasFailed, isOpen, close, navigate])
	return module && <module.PickGameDialog isOpen={isOpen} goal={goal} onClose={close} />
}
