import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getPreferences } from '#contract/preferences.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { usePreferences } from '#web/features/preferences/use-preferences.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

const OPTIONS = [
	{ value: 'on', label: 'Show' },
	{ value: 'off', label: 'Don’t show' },
]

/** The settings section for the comparison of tastes on profiles. A choice is saved at once. */
export function TasteSection() {
	const { reading, preferences, change, failure } = usePreferences()
	useForgottenProfiles(reading.data?.preferences.taste)
	return (
		<SettingsSection
			title="Taste"
			lead="Profiles show how your ratings compare. If you turn this off, neither of you sees it."
		>
			{preferences ? (
				<ChoiceField
					label="Comparison of tastes"
					name="taste"
					options={OPTIONS}
					value={preferences.taste ? 'on' : 'off'}
					problem={failure ?? undefined}
					onChange={(value) => change({ taste: value === 'on' })}
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
	)
}

/** Forgets the profiles in memory once another choice is saved: they were sent for the one before. */
function useForgottenProfiles(saved: boolean | undefined): void {
	const client = useQueryClient()
	const before = useRef(saved)
	// The cache is outside of React
	useEffect(() => {
		const isOther = before.current !== undefined && before.current !== saved
		before.current = saved
		if (isOther) client.removeQueries({ queryKey: [getProfile.url] })
	}, [client, saved])
}
