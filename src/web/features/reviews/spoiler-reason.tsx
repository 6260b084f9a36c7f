import { getPreferences } from '#contract/preferences.ts'
import { useRead } from '#web/app/data.tsx'

/** Says to a member why a review is hidden. */
export function SpoilerReason({ game, children }: { game: string; children: string }) {
	const { data } = useRead(getPreferences, {})
	return data?.preferences.spoilers === 'progress' ? `Contains spoilers. You haven’t finished ${game}.` : children
}
