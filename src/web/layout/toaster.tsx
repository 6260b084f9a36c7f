import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { endToast, pressToast, type Toast } from '#web/app/toasts.ts'
import { standAboveBars } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { useCountdown } from '#web/ui/use-countdown.ts'
import css from './toaster.module.css'

/**
 * Shows a toast until its time is over, which stands still while the focus is on it, or the pointer if there is something
 * to press. F6 moves the focus to it and back. Leaving or hiding the page ends it, so that what waits for its end is not
 * lost. It lies on no bar at the lower edge.
 */
export function Toaster({ toast }: { toast: (Toast & { durationMs: number }) | null }) {
	// Screen readers announce a text that comes into a region which is there already
	const [announced, setAnnounced] = useState<typeof toast>(null)
	const region = useRef<HTMLElement>(null)
	const cameFrom = useRef<EventTarget | null>(null)
	const hadFocus = useRef(false)
	const hasFocus = () => region.current?.contains(document.activeElement) ?? false
	// biome-ignore lint/correctness/useExhaustiveDependencies: `hasFocus` only uses refs
	useEffect(() => {
		hadFocus.current = hasFocus()
		setAnnounced(toast)
	}, [toast])
	const holds = useCountdown(toast, endToast, (toast?.actions?.length ?? 0) > 0)
	useLayoutEffect(() => {
		if (announced && region.current) return standAboveBars(region.current)
		return undefined
	}, [announced])

	const leave = () => {
		if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
		else document.getElementById('main')?.focus({ preventScroll: true })
	}
	const goBack = () => {
		if (hasFocus()) leave()
	}
	// What was pressed can go with the toast before; the browser does not say that its focus is lost
	const keepFocus = useEffectEvent(() => {
		if (!hadFocus.current || hasFocus()) return
		holds.onBlur()
		leave()
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each toast
	useLayoutEffect(keepFocus, [announced])
	const jump = useEffectEvent((event: KeyboardEvent) => {
		if (event.key !== 'F6' || announced === null) return
		event.preventDefault()
		if (hasFocus()) return leave()
		;(region.current?.querySelector<HTMLElement>('input, button') ?? region.current)?.focus()
	})
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => jump(event)
		const onHide = () => {
			if (document.visibilityState === 'hidden') endToast()
		}
		window.addEventListener('keydown', onKeyDown)
		window.addEventListener('pagehide', endToast)
		document.addEventListener('visibilitychange', onHide)
		return () => {
			window.removeEventListener('keydown', onKeyDown)
			window.removeEventListener('pagehide', endToast)
			document.removeEventListener('visibilitychange', onHide)
		}
	}, [])

	const isBad = announced?.kind === 'bad'
	return (
		<section
			ref={region}
			className={css.region}
			aria-label="Message"
			hidden={announced === null}
			tabIndex={-1}
			{...holds}
			onFocus={({ relatedTarget, currentTarget }) => {
				holds.onFocus()
				if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
			}}
			onKeyDown={({ key, nativeEvent }) => {
				if (key !== 'Escape' || nativeEvent.isComposing) return
				goBack()
				endToast()
			}}
		>
			<div className={announced ? `${card.raised} ${css.toast} ${isBad ? css.bad : ''}` : undefined}>
				<p role={isBad ? 'alert' : 'status'} className={css.message}>
					{announced?.message}
				</p>
				{announced?.control && <div className={css.control}>{announced.control}</div>}
				{announced?.actions?.map((action) => (
					<Button
						key={action.label}
						kind="plain"
						onClick={({ detail }) => {
							// The second half of a double click belongs to what was here before
							if (detail > 1) return
							goBack()
							pressToast(action)
						}}
					>
						{action.label}
					</Button>
				))}
			</div>
		</section>
	)
}
