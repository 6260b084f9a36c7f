import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { updateProfile } from '#contract/profile.ts'
import type { OwnUser } from '#contract/users.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { useForm } from '#web/forms/form.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RestoredDraft } from '#web/forms/restored-draft.tsx'
import { UnsavedChanges } from '#web/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PictureField } from './picture-field.tsx'
import {
	changesOf,
	isSameTyped,
	keptSettings,
	type SettingsDraft,
	settingsDraftOf,
	settingsProblems,
	type TypedProfile,
} from './profile-draft.ts'
import css from './profile-form.module.css'

const SAVED = 'Settings updated successfully!'
const FAILED = 'Failed to update settings. Please try again.'
const savedMs = 5000
/** From so many characters on the bio's length is told. */
const bioNear = 400

/** Changes the own picture, name and bio. What is typed is kept in the browser until it is saved. */
export function ProfileForm({ user }: { user: OwnUser }) {
	const client = useQueryClient()
	const kept = keptSettings(user.id)
	const [base, setBase] = useState(user)
	const start = settingsDraftOf(base)
	const [restored, setRestored] = useState(() => {
		const typed = kept.get()
		return typed && !isSameTyped(typed, start) ? typed : null
	})
	const [isSaved, setSaved] = useState(false)
	const save = useRef<HTMLButtonElement>(null)
	// What two clicks at once must see at once.
	const isOnItsWay = useRef(false)

	const sending = useSend(updateProfile, {
		onDone: (answer) => {
			isOnItsWay.current = false
			kept.remove()
			setRestored(null)
			setBase(answer.user)
			form.restart(settingsDraftOf(answer.user))
			setSaved(true)
			storeUser(answer.user)
			// name and picture stand beside all that the account has written
			void client.invalidateQueries()
		},
		onRefused: () => {
			isOnItsWay.current = false
		},
	})
	const form = useForm<SettingsDraft>({ ...start, ...restored }, settingsProblems, sending)
	const { draft, problemOf } = form
	const isUnsaved = draft.profilePicture !== 'kept' || !isSameTyped(draft, start)

	// The account was changed elsewhere: the form follows as long as nothing is changed in it.
	if (user !== base && !sending.isSending && !isUnsaved) {
		setBase(user)
		form.restart(settingsDraftOf(user))
	}

	const set = (change: Partial<SettingsDraft>) => {
		form.set(change)
		setSaved(false)
	}
	const type = (change: Partial<TypedProfile>) => {
		set(change)
		const { name, bio } = { ...draft, ...change }
		if (isSameTyped({ name, bio }, start)) kept.remove()
		else kept.set({ name, bio })
	}
	const discard = () => {
		kept.remove()
		setRestored(null)
		form.restart(start)
		// the button that was pressed is gone
		save.current?.focus()
	}
	const send = () => {
		if (isOnItsWay.current || !isUnsaved) return
		isOnItsWay.current = true
		setSaved(false)
		sending.send({ body: changesOf(draft, start) })
	}
	const bioLength = Array.from(draft.bio.trim()).length
	return (
		<form className={css.form} noValidate onBlur={form.onBlur} onSubmit={(event) => form.submit(event, send)}>
			{restored && <RestoredDraft onDiscard={discard} />}
			<PictureField
				username={user.username}
				current={user.profilePicture}
				choice={draft.profilePicture}
				problem={problemOf('profilePicture')}
				onChange={(profilePicture) => set({ profilePicture })}
			/>
			<Field label="Name" note="optional" problem={problemOf('name')} hint="Only you see it.">
				{(ids) => (
					<input
						{...ids}
						className={controlClass}
						name="name"
						autoComplete="name"
						value={draft.name}
						onChange={({ currentTarget }) => type({ name: currentTarget.value })}
					/>
				)}
			</Field>
			<Field
				label="Bio"
				note="optional"
				problem={problemOf('bio')}
				hint={
					bioLength >= bioNear
						? `${bioLength} of ${LIMITS.bioMax} characters`
						: 'Everyone sees it on your profile, with its line breaks.'
				}
			>
				{(ids) => (
					<textarea
						{...ids}
						className={`${controlClass} ${css.bio}`}
						name="bio"
						rows={4}
						placeholder="What do you play, and what do you look for in a game?"
						value={draft.bio}
						onChange={({ currentTarget }) => type({ bio: currentTarget.value })}
					/>
				)}
			</Field>
			<FormFailure error={form.failure} otherwise={FAILED} />
			<Notice message={isSaved ? SAVED : null} forMs={savedMs} onOver={() => setSaved(false)} />
			<div className={css.actions}>
				<Button ref={save} kind="main" type="submit" aria-disabled={sending.isSending || !isUnsaved}>
					{sending.isSending ? 'Saving...' : 'Save Changes'}
				</Button>
				{isUnsaved && !sending.isSending && <Button onClick={discard}>Discard Changes</Button>}
			</div>
			<UnsavedChanges what="your profile" isUnsaved={() => isUnsaved} onDiscard={kept.remove} />
		</form>
	)
}
