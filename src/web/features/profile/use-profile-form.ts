import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateProfile } from '#contract/profile.ts'
import type { OwnUser } from '#contract/users.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { useForm } from '#web/forms/form.tsx'
import { useStoredDraft } from '#web/forms/restored-draft.tsx'
import {
	changesOf,
	isSameTyped,
	keptSettings,
	type SettingsDraft,
	settingsDraftOf,
	settingsProblems,
	type TypedProfile,
} from './profile-draft.ts'

/** The draft of the own profile: restored from storage, compared with the account, and sent. */
export function useProfileForm(user: OwnUser) {
	const client = useQueryClient()
	const [base, setBase] = useState(user)
	const [isSaved, setSaved] = useState(false)
	const start = settingsDraftOf(base)
	const { restored, ...stored } = useStoredDraft<TypedProfile>(keptSettings(user.id), start, isSameTyped)
	const sending = useSend(updateProfile, {
		onDone: (answer) => {
			stored.discard()
			setBase(answer.user)
			form.restart(settingsDraftOf(answer.user))
			setSaved(true)
			storeUser(answer.user)
			// Name and picture stand beside all that the account has written
			void client.invalidateQueries()
		},
	})
	const form = useForm<SettingsDraft>({
		initial: { ...start, ...restored },
		validate: settingsProblems,
		sending,
		onChange: ({ name, bio }) => {
			setSaved(false)
			stored.store({ name, bio })
		},
	})
	const { draft } = form
	const isUnsaved = draft.profilePicture !== 'kept' || !isSameTyped(draft, start)

	// The account was changed elsewhere: the form follows as long as nothing is changed in it.
	if (user !== base && !sending.isSending && !isUnsaved) {
		setBase(user)
		form.restart(settingsDraftOf(user))
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
			sending.send({ body: changesOf(draft, start) })
		},
	}
}
