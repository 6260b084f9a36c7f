import { useEffect, useRef } from 'react'

type Holder = 'pointer' | 'focus'

/**
 * Calls `onEnd` when the time of what is shown is over. Returns the handlers of its element: the time stands still while
 * the focus is on it, and the pointer, if `isHeldByPointer`. A pointer that rests where the element comes up holds
 * nothing until it moves or presses. The focus goes on holding what replaces what was shown.
 */
export function useCountdown(shown: { durationMs: number } | null, onEnd: () => void, isHeldByPointer = true) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const remainingMs = useRef(0)
	/** Null while the time stands still. */
	const startedAt = useRef<number | null>(null)
	const holders = useRef(new Set<Holder>())
	const start = () => {
		startedAt.current = performance.now()
		timer.current = setTimeout(onEnd, remainingMs.current)
	}
	const stop = () => {
		clearTimeout(timer.current)
		if (startedAt.current !== null) remainingMs.current -= performance.now() - startedAt.current
		startedAt.current = null
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: `start` and `stop` only use refs
	useEffect(() => {
		holders.current.delete('pointer')
		if (shown === null) return
		remainingMs.current = shown.durationMs
		if (holders.current.size === 0) start()
		return stop
	}, [shown])
	const hold = (holder: Holder) => {
		holders.current.add(holder)
		stop()
	}
	const release = (holder: Holder) => {
		holders.current.delete(holder)
		if (shown !== null && holders.current.size === 0 && startedAt.current === null) start()
	}
	const holdByPointer = () => {
		if (isHeldByPointer) hold('pointer')
	}
	return {
		onPointerMove: holdByPointer,
		onPointerDown: holdByPointer,
		onPointerLeave: () => release('pointer'),
		onFocus: () => hold('focus'),
		onBlur: () => release('focus'),
	}
}
