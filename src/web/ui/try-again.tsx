import { Button } from './button.tsx'

const SECTIONS = 'section, dialog, [popover], main'

/**
 * A retry button. It disappears when pressed, so it first moves the focus to something that stays: the heading of the
 * section that failed, a dialog's close button, or the screen.
 */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
	return (
		<Button
			onClick={({ currentTarget }) => {
				const section = currentTarget.closest(SECTIONS)
				const headings = [...(section?.querySelectorAll<HTMLElement>(':is(h1, h2)[tabindex]') ?? [])]
				const ownHeading = headings.find((heading) => heading.closest(SECTIONS) === section)
				const container = section?.matches('dialog')
					? section.querySelector('button')
					: currentTarget.closest<HTMLElement>('[tabindex="-1"]')
				const target = ownHeading ?? container
				target?.focus({ preventScroll: true })
				onRetry()
			}}
		>
			Try Again
		</Button>
	)
}
