import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { endToast, pressToast, type Toast } from '#web/app/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import css from './toaster.module.css'

/**
 * Shows a toast until its time is over, which stands still while the pointer or the focus is on it. F6 moves the focus
 * to it and back. Leaving or hiding the page ends it, so that what waits for its end is not lost.
 */
export function Toaster({ toast }: { toast: (Toast & { durationMs: number }) | null }) {
	// Screen readers announce a text that comes into a region which is there already
	const [announced, setAnnounced] = useState<typeof toast>(null)
	useEffect(() => setAnnounced(toast), [toast])
	const region = useRef<HTMLElement>(null)
	const cameFrom = useRef<Element | null>(null)
	const { pause, resume } = useTimer(toast)

	const goBack = () => {
		if (!region.current?.contains(document.activeElement)) return
		if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
		else document.getElementById('main')?.focus({ preventScroll: true })
	}
	const jump = useEffectEvent((event: KeyboardEvent) => {
		if (event.key !== 'F6' || announced === null) return
		event.preventDefault()
		if (region.current?.contains(document.activeElement)) return goBack()
		cameFrom.current = document.activeElement
		;(region.current?.querySelector('button') ?? region.current)?.focus()
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
			onPointerEnter={pause}
			onPointerLeave={resume}
			onFocus={pause}
			onBlur={resume}
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
				{announced?.actions?.map((action) => (
					<Button
						key={action.label}
						kind="plain"
						onClick={() => {
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

/** Ends the toast after its time, which does not pass between `pause` and `resume`. */
function useTimer(toast: { durationMs: number } | null) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const remainingMs = useRef(0)
	const startedAt = useRef(0)
	const start = () => {
		startedAt.current = performance.now()
		clearTimeout(timer.current)
		timer.current = setTimeout(endToast, remainingMs.current)
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: `start` only uses refs
	useEffect(() => {
		if (toast === null) return
		remainingMs.current = toast.durationMs
		start()
		return () => clearTimeout(timer.current)
	}, [toast])
	return {
		pause: () => {
			clearTimeout(timer.current)
			remainingMs.current -= performance.now() - startedAt.current
			startedAt.current = performance.now()
		},
		resume: () => {
			if (toast !== null) start()
		},
	}
}
