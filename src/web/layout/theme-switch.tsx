import { toggleTheme } from '#web/app/theme.ts'
import { FrameIcon } from '#web/ui/frame-icon.tsx'

/** A button that switches between light and dark; `className` is that of its menu's items. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
	return (
		<button type="button" className={className} onClick={toggleTheme}>
			Light or dark
			<FrameIcon name="theme" />
		</button>
	)
}
