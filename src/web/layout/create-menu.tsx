import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './create-menu.module.css'
import menu from './profile-menu.module.css'

const loadPickGameDialog = () => import('#web/features/search/pick-game-dialog.tsx')

/** Opens and closes the dialog that picks the game of a new review. */
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

/** The Create menu: a review, which starts with picking its game, or a list. */
export function CreateMenu({ onReview }: { onReview: () => void }) {
	return (
		<div data-for="members" className={css.menu}>
			<button type="button" className={`${buttonClass('quiet')} ${css.opener}`} popoverTarget="create-menu">
				<FrameIcon name="plus" size={18} />
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

/** The dialog that picks the game of a new review. Its code loads when it first opens. */
export function CreateReviewDialog({ isOpen, close }: ReturnType<typeof useCreateReview>) {
	const { module, hasFailed } = useLazyModule(loadPickGameDialog, isOpen)
	const navigate = useNavigate()
	// If its code fails to load, fall back to the search page
	useEffect(() => {
		if (!hasFailed || !isOpen) return
		close()
		void navigate(paths.search())
	}, [hasFailed, isOpen, close, navigate])
	return module && <module.PickGameDialog isOpen={isOpen} onClose={close} />
}
