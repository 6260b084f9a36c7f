import { toggleTheme } from '#web/app/theme.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './theme-switch.module.css'

/** A button that switches between light and dark, with a text label in a menu. */
export function ThemeSwitch({ inMenu = false }: { inMenu?: boolean }) {
	const label = 'Switch between light and dark'
	// CSS picks the icon, since the server does not know the viewer's theme
	return (
		<button
			type="button"
			className={inMenu ? undefined : `${buttonClass('icon')} ${css.inBar}`}
			aria-label={label}
			onClick={toggleTheme}
		>
			<span className={css.whenNight}>
				<Icon name="sun" />
			</span>
			<span className={css.whenDay}>
				<Icon name="moon" />
			</span>
			{inMenu && label}
		</button>
	)
}
