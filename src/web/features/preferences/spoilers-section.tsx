import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getPreferences, SPOILER_SETTINGS, type SpoilerSetting } from '#contract/preferences.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { usePreferences } from './use-preferences.ts'

const LABELS: Readonly<Record<SpoilerSetting, string>> = {
	hide: 'Always hide',
	progress: 'Hide until I’ve finished the game',
	show: 'Show',
}
const OPTIONS = SPOILER_SETTINGS.map((value) => ({ value, label: LABELS[value] }))

/** The settings section for when texts with spoilers are hidden. A choice is saved at once. */
export function SpoilersSection() {
	const { reading, preferences, change, failure } = usePreferences()
	const place = useRef<HTMLDivElement>(null)
	// The section is loaded after the page, too late for the browser to scroll to it
	useEffect(() => {
		if (location.hash === '#spoilers') place.current?.scrollIntoView({ block: 'center' })
	}, [])
	useRefetchedTexts(reading.data?.preferences.spoilers)
	return (
		<div id="spoilers" ref={place}>
			<SettingsSection title="Spoilers" lead="How to show posts marked as spoilers. Yours are always shown.">
				{preferences ? (
					<ChoiceField
						label="Texts with spoilers"
						name="spoilers"
						options={OPTIONS}
						value={preferences.spoilers}
						problem={failure ?? undefined}
						onChange={(value) => {
							const spoilers = SPOILER_SETTINGS.find((setting) => setting === value)
							if (spoilers) change({ spoilers })
						}}
					/>
				) : reading.error ? (
					<>
						<Notice kind="bad" message={getFailureMessage(reading.error, getPreferences.config.failure)} />
						<TryAgain onRetry={reading.retry} />
					</>
				) : (
					<Skeleton shape="block" />
				)}
			</SettingsSection>
		</div>
	)
}

/** Refetches all texts in memory once another setting is saved, because they were sent for the one before. */
function useRefetchedTexts(saved: SpoilerSetting | undefined): void {
	const client = useQueryClient()
	const before = useRef(saved)
	// The cache is outside of React
	useEffect(() => {
		const isOther = before.current !== undefined && before.current !== saved
		before.current = saved
		if (!isOther) return
		client.removeQueries({ type: 'inactive' })
		void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== getPreferences.url })
	}, [client, saved])
}
