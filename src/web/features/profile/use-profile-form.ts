import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateProfile } from '#contract/profile.ts'
import type { CurrentUser } from '#contract/users.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { useForm } from '#web/forms/form.tsx'
import { useStoredDraft } from '#web/forms/restored-draft.tsx'
import {
	isSameProfileText,
	type ProfileDraft,
	type ProfileTextDraft,
	storedProfileDraft,
	toProfileChanges,
	toProfileDraft,
	validateProfileDraft,
} from './profile-draft.ts'

/** Manages the draft of the viewer's profile: restores it from storage, compares it with the account, and saves it. */
export function useProfileForm(user: CurrentUser) {
	const client = useQueryClient()
	const [account, setAccount] = useState(user)
	const [isSaved, setSaved] = useState(false)
	const start = toProfileDraft(account)
	const { restored, ...stored } = useStoredDraft<ProfileTextDraft>(
		storedProfileDraft(user.id),
		start,
		isSameProfileText,
	)
	const sending = useSend(updateProfile, {
		onDone: (answer) => {
			stored.discard()
			setAccount(answer.user)
			form.restart(toProfileDraft(answer.user))
			setSaved(true)
			storeUser(answer.user)
			// The name and picture appear beside everything the account has written
			void client.invalidateQueries()
		},
	})
	const form = useForm<ProfileDraft>({
		initial: { ...start, ...restored },
		validate: validateProfileDraft,
		sending,
		onChange: ({ name, bio }) => {
			setSaved(false)
			stored.store({ name, bio })
		},
	})
	const { draft } = form
	const isUnsaved = draft.profilePicture !== 'unchanged' || !isSameProfileText(draft, start)

	// The account was changed elsewhere: update the form unless it has unsaved changes.
	if (user !== account && !sending.isSending && !isUnsaved) {
		setAccount(user)
		form.restart(toProfileDraft(user))
	}
	return {
		form,
		isUnsaved,
		/** Whether the draft was restored from an earlier visit. */
		isRestored: restored !== null,
		isSaved,
		hideSaved: () => setSaved(false),
		discard: () => {
			stored.discard()
			form.restart(start)
		},
		/** Removes the stored draft when the user leaves the page. */
		forget: stored.remove,
		send: () => {
			if (!isUnsaved) return
			setSaved(false)
			sending.send({ body: toProfileChanges(draft, start) })
		},
	}
}
