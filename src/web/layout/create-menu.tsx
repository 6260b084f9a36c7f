import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import css from './create-menu.module.css'
import menu from './profile-menu.module.css'

const loadPicking = () => import('#web/features/search/pick-game-dialog.tsx')

/** Whether a member is choosing the game of a new review. */
export function useCreateReview() {
	const [isOpen, setOpen] = useState(false)
	return {
		isOpen,
		open: () => {
			for (const sheet of document.querySelectorAll<HTMLElement>('header [popover]')) sheet.hidePopover()
			setOpen(true)
		},
		close: () => setOpen(false),
	}
}

/** What a member can make: a review, whose game is asked for first, and a list. */
export function CreateMenu({ onReview }: { onReview: () => void }) {
	return (
		<div data-for="members" className={css.menu}>
			<button type="button" className={`${buttonClass('quiet')} ${css.opener}`} popoverTarget="create-menu">
				<Icon name="plus" size={18} />
				<span className={css.word}>Create</span>
			</button>
			<div id="create-menu" popover="auto" className={`${card.raised} ${menu.sheet} ${css.sheet}`}>
				<button type="button" className={menu.item} onClick={onReview}>
					Review
				</button>
				<Link to={paths.newList()} className={menu.item}>
					List
				</Link>
			</div>
		</div>
	)
}

/** Asks for the game of a new review; its other half comes when it is first opened. */
export function CreateReviewDialog({ isOpen, close }: ReturnType<typeof useCreateReview>) {
	const { part, failed } = useLazyModule(loadPicking, isOpen)
	const navigate = useNavigate()
	// Without that half a game is found on a page of its own.
	useEffect(() => {
		if (!failed || !isOpen) return
		close()
		void navigate(paths.search())
	}, [failed, isOpen, close, navigate])
	return part && <part.PickGameDialog isOpen={isOpen} onClose={close} />
}
