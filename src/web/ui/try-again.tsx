import { Button } from './button.tsx'

const PARTS = 'section, dialog, [popover], main'

/**
 * Tries again what failed. The button goes when it is pressed, so the focus goes first to what stays: the heading of the
 * part that failed, a dialog's button to close it, or the screen.
 */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
	return (
		<Button
			onClick={({ currentTarget }) => {
				const part = currentTarget.closest(PARTS)
				const headings = [...(part?.querySelectorAll<HTMLElement>(':is(h1, h2)[tabindex]') ?? [])]
				const own = headings.find((heading) => heading.closest(PARTS) === part)
				const around = part?.matches('dialog')
					? part.querySelector('button')
					: currentTarget.closest<HTMLElement>('[tabindex="-1"]')
				const staying = own ?? around
				staying?.focus({ preventScroll: true })
				onRetry()
			}}
		>
			Try Again
		</Button>
	)
}
