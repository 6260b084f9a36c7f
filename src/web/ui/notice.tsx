import { useEffect, useEffectEvent, useState } from 'react'
import card from './card.module.css'
import css from './notice.module.css'

interface NoticeProps {
	/** Null shows nothing; the element stays in the page, so that screen readers announce the next message. */
	message: string | null
	kind?: 'good' | 'bad'
	/** How long the message is shown; without it, it stays. */
	durationMs?: number
	/** Called when the message disappears after `durationMs`. */
	onExpire?: () => void
}

/** A status or error message, announced to screen readers. */
export function Notice({ message, kind = 'good', durationMs, onExpire }: NoticeProps) {
	const [expired, setExpired] = useState<string | null>(null)
	const notifyExpired = useEffectEvent(() => onExpire?.())
	useEffect(() => {
		if (message === null || durationMs === undefined) return
		setExpired(null)
		const timer = setTimeout(() => {
			setExpired(message)
			notifyExpired()
		}, durationMs)
		return () => clearTimeout(timer)
	}, [message, durationMs])
	return (
		<div role={kind === 'bad' ? 'alert' : 'status'}>
			{message !== null && expired !== message && (
				<p className={`${card.box} ${css.notice} ${kind === 'bad' ? css.bad : ''}`}>{message}</p>
			)}
		</div>
	)
}
