import { share } from '#web/app/share.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface ShareButtonProps {
	/** What is shared, for the button's accessible name: `Celeste`. */
	title: string
	path: string
	/** `icon`: without a label. */
	kind?: 'quiet' | 'icon'
}

/** Shares a page. Hidden without JavaScript. */
export function ShareButton({ title, path, kind = 'quiet' }: ShareButtonProps) {
	return (
		<button
			type="button"
			className={buttonClass(kind)}
			data-scripted=""
			aria-label={`Share ${title}`}
			title={kind === 'icon' ? 'Share' : undefined}
			onClick={() => void share(title, path)}
		>
			<Icon name="share" size={kind === 'icon' ? 20 : 16} />
			{kind === 'quiet' && 'Share'}
		</button>
	)
}
