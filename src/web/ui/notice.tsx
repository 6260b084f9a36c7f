import { useEffect, useEffectEvent, useState } from 'react'
import card from './card.module.css'
import css from './notice.module.css'

interface NoticeProps {
	/** Null shows nothing; the element stays, so that what comes is announced. */
	message: string | null
	kind?: 'good' | 'bad'
	/** After this long it leaves; without it, it stays. */
	forMs?: number
	/** Called when its time is over. */
	onOver?: () => void
}

/** A sentence about what has just happened, announced to screen readers. */
export function Notice({ message, kind = 'good', forMs, onOver }: NoticeProps) {
	const [over, setOver] = useState<string | null>(null)
	const tellOver = useEffectEvent(() => onOver?.())
	useEffect(() => {
		if (message === null || forMs === undefined) return
		setOver(null)
		const timer = setTimeout(() => {
			setOver(message)
			tellOver()
		}, forMs)
		return () => clearTimeout(timer)
	}, [message, forMs])
	return (
		<div role={kind === 'bad' ? 'alert' : 'status'}>
			{message !== null && over !== message && (
				<p className={`${card.box} ${css.notice} ${kind === 'bad' ? css.bad : ''}`}>{message}</p>
			)}
		</div>
	)
}
