import { useContext, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useSession } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { Bell } from '#web/features/notifications/bell.tsx'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { CreateMenu, PickGameDialog, usePickGame } from './create-menu.tsx'
import css from './header.module.css'
import { ProfileMenu } from './profile-menu.tsx'
import { SiteMenu } from './site-menu.tsx'

const TabBar = lazy(() => import('./tab-bar.tsx'), 'TabBar')
const PHONES = '(width < 700px)'

const links = [
	{ to: paths.games(), label: 'Games' },
	{ to: paths.reviews(), label: 'Reviews' },
	{ to: paths.users(), label: 'Users' },
]

/** The top bar. The server's HTML contains both the visitors' and the members' parts; CSS shows the right one. */
export function Header() {
	const { status } = useSession()
	const { name } = useContext(SiteContext)
	const { pathname, key: currentKey } = useLocation()
	const key = useNavigation().location?.key ?? currentKey
	const pick = usePickGame()
	const isTabBarShown = useMediaQuery(PHONES) && status === 'in'
	// Close the menus when a navigation starts, since the browser does not. Skip the first run: a menu opened before hydration stays open.
	const previousKey = useRef(key)
	useEffect(() => {
		if (previousKey.current === key) return
		previousKey.current = key
		for (const menu of document.querySelectorAll<HTMLElement>('header [popover]')) menu.hidePopover()
	}, [key])
	const navigation = links.map(({ to, label }) => (
		<NavLink key={to} to={to}>
			{label}
		</NavLink>
	))
	return (
		<>
			<header className={css.bar}>
				<div className={css.inner}>
					<Link to={paths.home()} className={css.logo}>
						<span className={css.mark}>
							<FrameIcon name="crystal" size={26} />
						</span>
						<span className={css.word}>{name}</span>
					</Link>
					<nav className={css.links} aria-label="Main">
						{navigation}
					</nav>
					<div className={css.tools}>
						{/* The search page has its own field. */}
						{pathname !== paths.search() && <SearchBox />}
						{status !== 'out' && <CreateMenu pick={pick} />}
						{status !== 'out' && <Bell />}
						{status !== 'in' && <LoginLink />}
						{status !== 'out' && <ProfileMenu />}
						<button
							type="button"
							className={`${buttonClass('icon')} ${css.hamburger}`}
							popoverTarget="site-menu"
							aria-label="Menu"
						>
							<FrameIcon name="menu" size={24} />
						</button>
					</div>
				</div>
				<SiteMenu pick={pick}>{navigation}</SiteMenu>
			</header>
			{isTabBarShown && <TabBar pick={pick} />}
			<PickGameDialog {...pick} />
		</>
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
