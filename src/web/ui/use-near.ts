import { useEffect, useRef, useState } from 'react'

/** Returns the `ref` of an element, and whether it has come within a distance of the viewport, such as `200px`. */
export function useNear(distance: string) {
	const ref = useRef<HTMLDivElement>(null)
	const [isNear, setNear] = useState(false)
	// The browser tells by itself, not while rendering
	useEffect(() => {
		if (!ref.current) return
		const observer = new IntersectionObserver(
			([entry]) => {
				if (!entry?.isIntersecting) return
				observer.disconnect()
				setNear(true)
			},
			{ rootMargin: distance },
		)
		observer.observe(ref.current)
		return () => observer.disconnect()
	}, [distance])
	return [ref, isNear] as const
}
