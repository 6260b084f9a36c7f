import type { ListVisibility } from '#contract/lists.ts'
import { LINE, SvgIcon } from '#web/ui/svg-icon.tsx'
import css from './visibility-label.module.css'

const SIGNS = {
	unlisted: {
		word: 'Unlisted',
		drawing: (
			<path
				{...LINE}
				d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6"
			/>
		),
	},
	private: { word: 'Private', drawing: <path {...LINE} d="M5.5 10.5h13v10h-13Zm3 0V7.5a3.5 3.5 0 0 1 7 0v3" /> },
} as const

/** Says that a list is not public, by a sign and a word. */
export function VisibilityLabel({ visibility }: { visibility: ListVisibility }) {
	if (visibility === 'public') return null
	const { word, drawing } = SIGNS[visibility]
	return (
		<span className={css.label}>
			<SvgIcon size={14}>{drawing}</SvgIcon>
			{word}
		</span>
	)
}
