import { useContext, useLayoutEffect, useRef } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import '#web/ui/tokens.css'
import '#web/ui/fonts.css'
import '#web/ui/base.css'
import '#web/ui/placeholder-hue.css'
import { paths } from '#contract/paths.ts'
import { useSession, useSessionSync } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import css from './layout.module.css'

const FADE_MS = 160

/** The layout of every screen: header, the screen as the only main landmark, footer. */
export function Layout() {
	useSessionSync()
	const { user } = useSession()
	const { notice } = useContext(SiteContext)
	const main = useRef<HTMLElement>(null)
	const { pathname } = useLocation()
	const previousPathname = useRef(pathname)
	const isNavigating = useNavigation().state === 'loading'
	// Move keyboard and screen reader focus to a new screen, and start its fade-in before the first paint
	useLayoutEffect(() => {
		if (previousPathname.current === pathname) return
		previousPathname.current = pathname
		main.current?.focus({ preventScroll: true })
		if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
			main.current?.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
	}, [pathname])
	return (
		<>
			<a className={`${css.skip} visually-hidden`} href="#main">
				Skip to content
			</a>
			<Header />
			{notice && <aside className={css.notice}>{notice}</aside>}
			{isNavigating && <div className={css.progress} role="progressbar" aria-label="Loading page" />}
			<main id="main" ref={main} tabIndex={-1} className={css.main}>
				{user?.needsUsernameSelection && pathname !== paths.selectUsername() ? (
					<Navigate key={pathname} to={paths.selectUsername()} replace />
				) : (
					<Outlet />
				)}
			</main>
			<Footer />
			<ScrollRestoration />
		</>
	)
}
