import { useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/users.ts'
import { Form, SubmitButton } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RestoredDraft } from '#web/forms/restored-draft.tsx'
import { UnsavedChanges } from '#web/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { PictureField } from './picture-field.tsx'
import css from './profile-form.module.css'
import { useProfileForm } from './use-profile-form.ts'

const SAVED = 'Settings updated successfully!'
const FAILED = 'Failed to update settings. Please try again.'
const SAVED_MS = 5000
/** The bio length in characters from which the form shows a counter. */
const BIO_COUNTER_FROM = 400

/** Edits the viewer's picture, name and bio. Unsaved text is stored as a draft. */
export function ProfileForm({ user }: { user: CurrentUser }) {
	const { form, isUnsaved, isRestored, isSaved, hideSaved, discard, forget, send } = useProfileForm(user)
	const save = useRef<HTMLButtonElement>(null)
	const discardAndFocus = () => {
		discard()
		// The clicked button was removed
		save.current?.focus()
	}
	return (
		<Form className={css.form} form={form} onSend={send}>
			{isRestored && <RestoredDraft onDiscard={discardAndFocus} />}
			<PictureField
				username={user.username}
				current={user.profilePicture}
				choice={form.draft.profilePicture}
				problem={form.getProblem('profilePicture')}
				onChange={(profilePicture) => form.set({ profilePicture })}
			/>
			<TextField {...form.field('name')} label="Name" note="optional" hint="Only you can see it." autoComplete="name" />
			<TextArea
				{...form.field('bio')}
				label="Bio"
				note="optional"
				hint={bioHint(form.draft.bio)}
				className={css.bio}
				rows={4}
				placeholder="What do you play, and what do you look for in a game?"
			/>
			<FormFailure error={form.failure} fallback={FAILED} />
			<Notice message={isSaved ? SAVED : null} durationMs={SAVED_MS} onExpire={hideSaved} />
			<div className={css.actions}>
				<SubmitButton ref={save} isSending={form.isSending} sendingLabel="Saving..." isIdle={!isUnsaved}>
					Save Changes
				</SubmitButton>
				{isUnsaved && !form.isSending && <Button onClick={discardAndFocus}>Discard Changes</Button>}
			</div>
			<UnsavedChanges what="your profile" isUnsaved={() => isUnsaved} onDiscard={forget} />
		</Form>
	)
}

function bioHint(bio: string): string {
	const length = Array.from(bio.trim()).length
	return length >= BIO_COUNTER_FROM
		? `${length} of ${LIMITS.bioMax} characters`
		: 'Everyone can see it on your profile. Line breaks are kept.'
}
