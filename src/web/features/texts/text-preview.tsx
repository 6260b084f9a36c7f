import { TextParts } from './person-text.tsx'
import { layOutText } from './text-parts.ts'
import css from './text-preview.module.css'

/** A text that is being written, as its readers see it: its spoilers are closed bars, which a press opens. */
export function TextPreview({ text, className = '' }: { text: string; className?: string | undefined }) {
	return (
		<section aria-label="Preview" className={`${css.preview} ${className}`}>
			<TextParts parts={layOutText(text, [], false)} areOpen={false} hasOwnWidth revealedPath="" />
		</section>
	)
}
