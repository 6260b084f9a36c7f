import { type RefObject, useState } from 'react'
import { hasInertMarks, hasSpoilerSpan } from '#contract/spoiler-spans.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { showToast } from '#web/app/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import css from './spoiler-tools.module.css'

interface SpoilerToolsProps {
	/** The field with the text. */
	field: RefObject<HTMLTextAreaElement | null>
	text: string
	/** Whether all of the text is flagged. */
	checked: boolean
	onChange: (containsSpoilers: boolean) => void
	/** The class of the preview, which sets its text as the finished one is set. */
	previewClass?: string | undefined
}

const loadPreview = () => import('./text-preview.tsx')

/** Says that a text contains spoilers, hides the words that are selected in it, and shows how readers see what is hidden. */
export function SpoilerTools({ field, text, checked, onChange, previewClass }: SpoilerToolsProps) {
	const [isPreviewed, setPreviewed] = useState(false)
	const hasSpans = hasSpoilerSpan(text)
	const isInert = hasInertMarks(text)
	const hasPreview = hasSpans || isInert
	const { module, hasFailed } = useLazyModule(loadPreview, isPreviewed)
	return (
		<div className={css.tools}>
			<label className={css.tick}>
				<input
					type="checkbox"
					name="containsSpoilers"
					checked={checked}
					onChange={({ currentTarget }) => onChange(currentTarget.checked)}
				/>
				Contains spoilers
			</label>
			<HideButton field={field} />
			{hasPreview && (
				<Button kind="plain" aria-expanded={isPreviewed} onClick={() => setPreviewed((before) => !before)}>
					Preview
				</Button>
			)}
			{isInert && <p className={css.hint}>Bars with spaces inside hide nothing: write ||like this||.</p>}
			{hasPreview && isPreviewed && module && <module.TextPreview text={text} className={previewClass} />}
			{hasPreview && isPreviewed && hasFailed && <p role="alert">The preview did not load. Please try again.</p>}
		</div>
	)
}

async function hide(field: HTMLTextAreaElement): Promise<void> {
	const loaded = await import('./hide-selection.ts').catch(() => undefined)
	if (loaded) loaded.hideSelection(field)
	else showToast({ kind: 'bad', message: 'This button did not load. Please try again.' })
}

/** Makes the words that are selected in a field a spoiler. */
export function HideButton({ field }: Pick<SpoilerToolsProps, 'field'>) {
	return (
		<Button
			kind="plain"
			title="Hide the selected words until pressed"
			// Keeps the focus, and so a phone's keyboard, in the field
			onMouseDown={(event) => event.preventDefault()}
			onClick={() => {
				const { current } = field
				if (current) void hide(current)
			}}
		>
			Mark as Spoiler
		</Button>
	)
}
