import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/app/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import card from '#web/ui/card.module.css'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import type { PickGame } from './create-menu.tsx'
import menu from './profile-menu.module.css'
import css from './tab-bar.module.css'

/** Screens with a main act of their own: forms, whose buttons are at the bottom, and those of admins and newcomers. */
const WITH_OWN_ACT =
	/^\/(list$|list\/edit\/|(settings|imports|login|select-username|welcome|admin)(\/|$)|games\/[^/]+\/review$)/
/** Screens with a long text, where the bar leaves while one reads on. */
const READING = /^\/(reviews\/|about$|privacy-policy$)/
/** Shorter movements are not reading on, nor turning back. */
const MIN_SCROLL_PX = 8

/** The members' bar at the bottom of a phone, in reach of a thumb. The header's menu has everything else. */
export function TabBar({ pick }: { pick: PickGame }) {
	const { user } = useSession()
	const { pathname } = useLocation()
	const isAway = useReadingOn(READING.test(pathname))
	const sheet = useRef<HTMLDivElement>(null)
	if (WITH_OWN_ACT.test(pathname)) return null
	return (
		<>
			<nav ref={bottomBar} className={css.bar} aria-label="Shortcuts" data-away={isAway}>
				<Tab to={paths.home()} label="Home">
					<path d="M4 11 12 4l8 7v9h-5.5v-5.5h-5V20H4Z" />
				</Tab>
				<Tab to={paths.games()} label="Games">
					<path d="M4 4h7v7H4Zm9 0h7v7h-7ZM4 13h7v7H4Zm9 0h7v7h-7Z" />
				</Tab>
				<button type="button" className={css.create} popoverTarget="shortcut-create" aria-label="Create">
					<span>
						<FrameIcon name="plus" size={24} />
					</span>
				</button>
				<Tab to={paths.feed()} label="Feed">
					<path d="M4 5h16v5.5H4Zm0 8.5h16V19H4Z" />
				</Tab>
				<NavLink to={user ? paths.profile(user.username) : paths.ownProfile()} className={`${css.tab}`}>
					<Avatar name={user?.username ?? ' '} src={user?.profilePicture ?? null} size="small" />
					You
				</NavLink>
			</nav>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: a press on any item closes the sheet */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the items are a button and a link, which have their own keys */}
			<div
				ref={sheet}
				id="shortcut-create"
				popover="auto"
				className={`${card.raised} ${css.sheet}`}
				onClick={({ target }) => {
					if (target instanceof Element && target.closest('button, a')) sheet.current?.hidePopover()
				}}
			>
				<button type="button" className={menu.item} onClick={pick.log}>
					Log a Game
				</button>
				<button type="button" className={menu.item} onClick={pick.review}>
					Write a Review
				</button>
				<Link to={paths.newList()} className={menu.item}>
					New List
				</Link>
			</div>
		</>
	)
}

function Tab({ to, label, children }: { to: string; label: string; children: ReactNode }) {
	return (
		<NavLink to={to} end className={`${css.tab}`}>
			<svg viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
				{children}
			</svg>
			{label}
		</NavLink>
	)
}

/** Whether the viewer's last movement was down the page, if that matters. */
function useReadingOn(isWanted: boolean): boolean {
	const [isDown, setDown] = useState(false)
	// Follow the window's scroll position
	useEffect(() => {
		if (!isWanted) return
		let top = window.scrollY
		const onScroll = () => {
			if (Math.abs(window.scrollY - top) < MIN_SCROLL_PX) return
			setDown(window.scrollY > top)
			top = window.scrollY
		}
		window.addEventListener('scroll', onScroll, { passive: true })
		return () => {
			window.removeEventListener('scroll', onScroll)
			setDown(false)
		}
	}, [isWanted])
	return isDown
}
