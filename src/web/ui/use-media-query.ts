import { useSyncExternalStore } from 'react'

/** Screens for a thumb: a menu is a sheet at their lower edge, and a star is pressed as a whole. */
export const FOR_THUMBS = '(width < 700px), (pointer: coarse)'

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
