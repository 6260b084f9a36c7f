import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { updateProfile } from '#contract/profile.ts'
import type { OwnUser } from '#contract/users.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RestoredDraft } from '#web/forms/restored-draft.tsx'
import { UnsavedChanges } from '#web/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { PictureField } from './picture-field.tsx'
import {
	changesOf,
	isSameTyped,
	keptSettings,
	type SettingsDraft,
	settingsDraftOf,
	settingsProblems,
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

	const sending = useSend(updateProfile, {
		onDone: (answer) => {
			kept.remove()
			setRestored(null)
			setBase(answer.user)
			form.restart(settingsDraftOf(answer.user))
			setSaved(true)
			storeUser(answer.user)
			// name and picture stand beside all that the account has written
			void client.invalidateQueries()
		},
	})
	const form = useForm<SettingsDraft>({
		initial: { ...start, ...restored },
		validate: settingsProblems,
		sending,
		onChange: (typed) => {
			setSaved(false)
			if (isSameTyped(typed, start)) kept.remove()
			else kept.set({ name: typed.name, bio: typed.bio })
		},
	})
	const { draft } = form
	const isUnsaved = draft.profilePicture !== 'kept' || !isSameTyped(draft, start)

	// The account was changed elsewhere: the form follows as long as nothing is changed in it.
	if (user !== base && !sending.isSending && !isUnsaved) {
		setBase(user)
		form.restart(settingsDraftOf(user))
	}

	const discard = () => {
		kept.remove()
		setRestored(null)
		form.restart(start)
		// the button that was pressed is gone
		save.current?.focus()
	}
	const send = () => {
		if (!isUnsaved) return
		setSaved(false)
		sending.send({ body: changesOf(draft, start) })
	}
	const bioLength = Array.from(draft.bio.trim()).length
	return (
		<Form className={css.form} form={form} onSend={send}>
			{restored && <RestoredDraft onDiscard={discard} />}
			<PictureField
				username={user.username}
				current={user.profilePicture}
				choice={draft.profilePicture}
				problem={form.problemOf('profilePicture')}
				onChange={(profilePicture) => form.set({ profilePicture })}
			/>
			<TextField {...form.field('name')} label="Name" note="optional" hint="Only you see it." autoComplete="name" />
			<TextArea
				{...form.field('bio')}
				label="Bio"
				note="optional"
				hint={
					bioLength >= bioNear
						? `${bioLength} of ${LIMITS.bioMax} characters`
						: 'Everyone sees it on your profile, with its line breaks.'
				}
				className={css.bio}
				rows={4}
				placeholder="What do you play, and what do you look for in a game?"
			/>
			<FormFailure error={form.failure} otherwise={FAILED} />
			<Notice message={isSaved ? SAVED : null} forMs={savedMs} onOver={() => setSaved(false)} />
			<div className={css.actions}>
				<SubmitButton ref={save} isSending={form.isSending} sendingLabel="Saving..." isIdle={!isUnsaved}>
					Save Changes
				</SubmitButton>
				{isUnsaved && !form.isSending && <Button onClick={discard}>Discard Changes</Button>}
			</div>
			<UnsavedChanges what="your profile" isUnsaved={() => isUnsaved} onDiscard={kept.remove} />
		</Form>
	)
}
