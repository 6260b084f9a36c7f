import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import '#web/ui/tokens.css'
import '#web/ui/fonts.css'
import '#web/ui/base.css'
import '#web/ui/placeholder-hue.css'
import '#web/ui/print.css'
import { paths } from '#contract/paths.ts'
import { whenIdle } from '#web/app/idle.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession, useSessionSync } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { endToast, showToast, useToast } from '#web/app/toasts.ts'
import { closeCoverMenu, useCoverMenuTarget } from '#web/features/games/cover-menu-state.ts'
import { ReportHost } from '#web/features/reports/report-host.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import css from './layout.module.css'
// Its script comes later; its styles are too few for a request
import './slow-navigation.module.css'

const loadToaster = () => import('./toaster.tsx')
const loadCoverMenu = () => import('#web/features/library-entry/cover-menu.tsx')
const loadSaving = () => import('#web/features/library-entry/entry-saving.ts')
const SuspensionBar = lazy(() => import('./suspension-bar.tsx'), 'SuspensionBar')
// Loaded ahead, because it is for slow networks
const SlowNavigation = lazy(() => import('./slow-navigation.tsx'), 'SlowNavigation')

/** The layout of every screen: header, the screen as the only main landmark, footer. */
export function Layout() {
	useSessionSync()
	const { status, user } = useSession()
	const { banner } = useContext(SiteContext)
	const main = useRef<HTMLElement>(null)
	const { pathname } = useLocation()
	const previousPathname = useRef(pathname)
	const isNavigating = useNavigation().state === 'loading'
	const toast = useToast()
	const cover = useCoverMenuTarget()
	const covers = useLazyModule(loadCoverMenu, cover !== null)
	const { module: toaster, hasFailed } = useLazyModule(loadToaster, toast !== null)
	// Loaded ahead, because without a network the first press could not say so
	useEffect(() => {
		if (status !== 'in') return
		return whenIdle(() => {
			for (const load of [loadToaster, loadSaving]) load().catch(() => {})
		})
	}, [status])
	useEffect(() => {
		if (!covers.hasFailed) return
		closeCoverMenu()
		showToast({ kind: 'bad', message: 'This menu did not load. Please try again.' })
	}, [covers.hasFailed])
	// A message that cannot be shown must not hold up what waits for its end
	useEffect(() => {
		if (hasFailed && toast) endToast()
	}, [hasFailed, toast])
	// Move keyboard and screen reader focus to a new screen
	useLayoutEffect(() => {
		if (previousPathname.current === pathname) return
		previousPathname.current = pathname
		main.current?.focus({ preventScroll: true })
	}, [pathname])
	return (
		<>
			<a className={`${css.skip} visually-hidden`} href="#main">
				Skip to content
			</a>
			<Header />
			{banner}
			{user?.suspendedUntil !== undefined && <SuspensionBar until={user.suspendedUntil} />}
			{isNavigating && <div className={css.progress} role="progressbar" aria-label="Loading page" />}
			<main id="main" ref={main} tabIndex={-1} className={css.main}>
				{user?.needsUsernameSelection && pathname !== paths.selectUsername() ? (
					<Navigate key={pathname} to={paths.selectUsername()} replace />
				) : (
					<Outlet />
				)}
				<SlowNavigation main={main} />
			</main>
			<Footer />
			<ReportHost />
			{covers.module && <covers.module.CoverMenus target={cover} />}
			{toaster && <toaster.Toaster toast={toast} />}
			<ScrollRestoration />
		</>
	)
}
