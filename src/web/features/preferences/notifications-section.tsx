import { useState } from 'react'
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts'
import { type Channel, type Digest, getPreferences, type Preferences } from '#contract/preferences.ts'
import type { CurrentUser } from '#contract/users.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { type PushDevice, usePushDevice } from '#web/features/push/use-push-device.ts'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { ChannelTable } from './channel-table.tsx'
import css from './notifications-section.module.css'
import { usePreferences } from './use-preferences.ts'

const DIGEST_OPTIONS: readonly { value: Digest; label: string }[] = [
	{ value: 'never', label: 'Never' },
	{ value: 'daily', label: 'Daily' },
	{ value: 'weekly', label: 'Weekly' },
]

/** The settings section for where notifications arrive. Every choice is saved at once. */
export function NotificationsSection({ user }: { user: CurrentUser }) {
	const { reading, preferences, change, isSaving, isSaved, failure } = usePreferences()
	const push = usePushDevice()
	/** Ticked while the browser asks for its permission. */
	const [askingFor, setAskingFor] = useState<NotificationKind | null>(null)
	const changeChannel = async (kind: NotificationKind, channel: Channel, isOn: boolean) => {
		// No banner ever asks for push messages, only the first tick
		const asksFirst = channel === 'push' && isOn && push.state === 'off'
		if (asksFirst) setAskingFor(kind)
		if (!asksFirst || (await push.enable())) change({ notifications: { [kind]: { [channel]: isOn } } })
		setAskingFor(null)
	}
	const canPush = push.state === 'off' || push.state === 'on'
	return (
		<SettingsSection title="Notifications" lead="Choose what reaches you, and where. Saves right away.">
			{preferences ? (
				<div className={css.content}>
					<ChoiceField
						label="Email me what I haven’t read"
						name="digest"
						options={DIGEST_OPTIONS}
						value={preferences.digest}
						problem={undefined}
						onChange={(digest) => change({ digest: digest as Digest })}
					/>
					<p className={css.hint}>
						A summary, only if there’s news. Boxes ticked under Email are also sent as they happen, at most once an
						hour.
					</p>
					{!user.emailVerified && (
						<p className={css.hint}>We email confirmed addresses only: open the link we sent you to confirm yours.</p>
					)}
					<ChannelTable
						notifications={askingFor ? withPush(preferences.notifications, askingFor) : preferences.notifications}
						canPush={canPush}
						onChange={(kind, channel, isOn) => void changeChannel(kind, channel, isOn)}
					/>
					<PushHint push={push} isUsed={NOTIFICATION_KINDS.some((kind) => preferences.notifications[kind].push)} />
					<div ref={bottomBar} className={css.outcome}>
						<p role="status">{isSaving ? 'Saving...' : isSaved && 'Saved'}</p>
						<Notice kind="bad" message={failure} />
					</div>
				</div>
			) : reading.error ? (
				<>
					<Notice kind="bad" message={getFailureMessage(reading.error, getPreferences.config.failure)} />
					<TryAgain onRetry={reading.retry} />
				</>
			) : (
				<div className={css.waiting}>
					<Skeleton shape="block" />
				</div>
			)}
		</SettingsSection>
	)
}

function withPush(notifications: Preferences['notifications'], kind: NotificationKind): Preferences['notifications'] {
	return { ...notifications, [kind]: { ...notifications[kind], push: true } }
}

/** Says whether this browser gets push messages, and changes it once the account uses them. */
function PushHint({ push, isUsed }: { push: PushDevice; isUsed: boolean }) {
	const { state, failure } = push
	const isOn = state === 'on'
	return (
		<div className={css.push}>
			<p role="status">
				{failure ??
					(state === 'unsupported'
						? 'Push messages aren’t available in this browser.'
						: state === 'denied'
							? 'Push messages are blocked in this browser’s settings.'
							: isUsed &&
								state &&
								(isOn ? 'This browser gets push messages.' : 'This browser gets no push messages yet.'))}
			</p>
			{isUsed && (isOn || state === 'off') && (
				<Button kind="plain" onClick={() => void (isOn ? push.disable() : push.enable())}>
					{isOn ? 'Turn Off Here' : 'Turn On Here'}
				</Button>
			)}
		</div>
	)
}
