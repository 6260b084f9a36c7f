import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateProfile } from '#contract/profile.ts'
import type { CurrentUser } from '#contract/users.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { useForm } from '#web/forms/form.tsx'
import { useStoredDraft } from '#web/forms/restored-draft.tsx'
import {
	toProfileChanges,
	isSameProfileText,
	storedProfileDraft,
	type ProfileDraft,
	toProfileDraft,
	validateProfileDraft,
	type ProfileTextDraft,
} from './profile-draft.ts'

/** The draft of the own profile: restored from storage, compared with the account, and sent. */
export function useProfileForm(user: CurrentUser) {
	const client = useQueryClient()
	const [account, setBase] = useState(user)
	const [isSaved, setSaved] = useState(false)
	const start = toProfileDraft(account)
	const { restored, ...stored } = useStoredDraft<ProfileTextDraft>(storedProfileDraft(user.id), start, isSameProfileText)
	const sending = useSend(updateProfile, {
		onDone: (answer) => {
			stored.discard()
			setBase(answer.user)
			form.restart(toProfileDraft(answer.user))
			setSaved(true)
			storeUser(answer.user)
			// Name and picture stand beside all that the account has written
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
	const isUnsaved = draft.profilePicture !== 'kept' || !isSameProfileText(draft, start)

	// The account was changed elsewhere: the form follows as long as nothing is changed in it.
	if (user !== account && !sending.isSending && !isUnsaved) {
		setBase(user)
		form.restart(toProfileDraft(user))
	}
	return {
		form,
		isUnsaved,
		/** Whether the draft includes what an earlier visit left. */
		isRestored: restored !== null,
		isSaved,
		hideSaved: () => setSaved(false),
		discard: () => {
			stored.discard()
			form.restart(start)
		},
		/** Removes the stored draft as the page is left. */
		forget: stored.remove,
		send: () => {
			if (!isUnsaved) return
			setSaved(false)
			sending.send({ body: toProfileChanges(draft, start) })
		},
	}
}
