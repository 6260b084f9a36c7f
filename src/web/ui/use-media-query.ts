import { useSyncExternalStore } from 'react'

/** Returns whether a media query matches, and updates when that changes. False while rendering on the server. */
export function useMediaQuery(query: string): boolean {
	return useSyncExternalStore(
		(onChange) => {
			const media = matchMedia(query)
			media.addEventListener('change', onChange)
			return () => media.removeEventListener('change', onChange)
		},
		() => matchMedia(query).matches,
		() => false,
	)
}
