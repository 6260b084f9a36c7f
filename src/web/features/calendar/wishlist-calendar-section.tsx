import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { createWishlistAddress, endWishlistAddress, getWishlistAddress } from '#contract/wishlist-calendar.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Button } from '#web/ui/button.tsx'
import setting from '#web/ui/editable-setting.module.css'
import { controlClass, Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingRowSkeleton } from '#web/ui/setting-row-skeleton.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Time } from '#web/ui/time.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './wishlist-calendar-section.module.css'

/** The settings section for the secret address of the calendar of the viewer's wishlist. */
export function WishlistCalendarSection() {
	const { data, error, retry } = useRead(getWishlistAddress, {}, { refetchOnMount: 'always' })
	return (
		<SettingsSection
			title="Wishlist calendar"
			lead="See what you wish for in your calendar app, on the day it comes out."
		>
			{data ? (
				<WishlistCalendar createdAt={data.createdAt} />
			) : error ? (
				<div role="alert" className={setting.setting}>
					<p>{getFailureMessage(error, getWishlistAddress.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<SettingRowSkeleton />
			)}
		</SettingsSection>
	)
}

function WishlistCalendar({ createdAt }: { createdAt: string | null }) {
	const [url, setUrl] = useState<string | null>(null)
	const [message, setMessage] = useState('')
	const creating = useSend(createWishlistAddress, {
		invalidates: [getWishlistAddress],
		onDone: (made) => {
			setUrl(made.url)
			setMessage('')
		},
	})
	const ending = useSend(endWishlistAddress, {
		invalidates: [getWishlistAddress],
		onDone: () => {
			setUrl(null)
			setMessage('The address has ended.')
		},
	})
	const failed = creating.error
		? getFailureMessage(creating.error, createWishlistAddress.config.failure)
		: ending.error && getFailureMessage(ending.error, endWishlistAddress.config.failure)
	const copy = (text: string) =>
		navigator.clipboard.writeText(text).then(
			() => setMessage('Copied.'),
			() => setMessage('Your browser did not allow it. Please select the address and copy it.'),
		)
	return (
		<div className={setting.setting}>
			{url !== null && (
				<div className={css.address}>
					<Field
						label="Address"
						problem={undefined}
						hint="Copy it now: it will not be shown again. Anyone who has it can read your wishlist’s releases."
					>
						{(ids) => (
							<input
								{...ids}
								readOnly
								className={controlClass}
								value={url}
								onFocus={({ currentTarget }) => currentTarget.select()}
							/>
						)}
					</Field>
				</div>
			)}
			{url === null && createdAt !== null && (
				<p>
					Your calendar app can read an address that you made <Time time={createdAt} inSentence />.
				</p>
			)}
			<p role="status">{message}</p>
			<Notice kind="bad" message={failed} />
			<div className={setting.actions}>
				{url !== null && (
					<Button kind="main" onClick={() => void copy(url)}>
						Copy
					</Button>
				)}
				<Button
					onClick={() => {
						ending.reset()
						creating.send({})
					}}
				>
					{createdAt === null ? 'Make an Address' : 'Make a New Address'}
				</Button>
				{createdAt !== null && (
					<Button
						kind="plain"
						onClick={() => {
							creating.reset()
							ending.send({})
						}}
					>
						End It
					</Button>
				)}
			</div>
			{createdAt !== null && <p className={css.hint}>A new address ends the one before.</p>}
			<p className={css.hint}>
				All games are in the <Link to={paths.upcoming()}>calendar of releases</Link>.
			</p>
		</div>
	)
}
