import { switchTheme } from '#web/app/theme.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './theme-switch.module.css'

/** Switches between light and dark; in a menu with its words beside it. */
export function ThemeSwitch({ inMenu = false }: { inMenu?: boolean }) {
	const words = 'Switch between light and dark'
	// Which of the two drawings shows is CSS's matter: the server does not know the person's choice.
	return (
		<button
			type="button"
			className={inMenu ? undefined : `${buttonClass('icon')} ${css.inBar}`}
			aria-label={words}
			onClick={switchTheme}
		>
			<span className={css.whenNight}>
				<Icon name="sun" />
			</span>
			<span className={css.whenDay}>
				<Icon name="moon" />
			</span>
			{inMenu && words}
		</button>
	)
}
