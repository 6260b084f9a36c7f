import { Link, NavLink, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session.tsx'
import { switchTheme } from '../theme.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './header.module.css'
import { ProfileMenu } from './profile-menu.tsx'

const links = [
	{ to: paths.games(), label: 'Games' },
	{ to: paths.reviews(), label: 'Reviews' },
]

const closeMenu = () => document.getElementById('site-menu')?.hidePopover()

/** The top bar. What belongs to visitors and to members is both in the server's HTML; CSS shows the one that fits. */
export function Header() {
	const { status } = useSession()
	return (
		<header className={css.bar}>
			<div className={css.inner}>
				<Link to={paths.home()} className={css.logo}>
					<span className={css.mark}>
						<Icon name="crystal" size={26} />
					</span>
					Savepoint
				</Link>
				<nav className={css.links} aria-label="Main">
					{links.map(({ to, label }) => (
						<NavLink key={to} to={to}>
							{label}
						</NavLink>
					))}
				</nav>
				<div className={css.tools}>
					<ThemeSwitch />
					{status !== 'in' && <LoginLink />}
					{status !== 'out' && <ProfileMenu />}
					<button
						type="button"
						className={`${buttonClass('icon')} ${css.hamburger}`}
						popoverTarget="site-menu"
						aria-label="Menu"
					>
						<Icon name="menu" size={24} />
					</button>
				</div>
			</div>
			<div id="site-menu" popover="auto" className={css.sheet}>
				<nav aria-label="Menu">
					{links.map(({ to, label }) => (
						<NavLink key={to} to={to} onClick={closeMenu}>
							{label}
						</NavLink>
					))}
				</nav>
			</div>
		</header>
	)
}

function LoginLink() {
	const { pathname, search } = useLocation()
	const redirect = pathname === '/' || pathname.startsWith('/login') ? undefined : pathname + search
	return (
		<Link
			to={paths.login(redirect === undefined ? {} : { redirect })}
			className={`${buttonClass('quiet')} ${css.login}`}
			data-for="visitors"
		>
			Login
		</Link>
	)
}

function ThemeSwitch() {
	// Which of the two drawings shows is CSS's matter: the server does not know the person's choice.
	return (
		<Button kind="icon" aria-label="Switch between light and dark" onClick={switchTheme}>
			<span className={css.whenNight}>
				<Icon name="sun" />
			</span>
			<span className={css.whenDay}>
				<Icon name="moon" />
			</span>
		</Button>
	)
}
