import type { Problem } from '#contract/problems.ts'
import { ProfileFields } from '#contract/profile.ts'
import type { CurrentUser } from '#contract/users.ts'
import { createPersistedState } from '#web/app/persisted-state.ts'
import type { Validator } from '#web/forms/validator.ts'
import type { PictureChoice } from './picture-choice.ts'

/** The text fields of the profile form. */
export interface ProfileTextDraft {
	name: string
	bio: string
}

/** The content of the profile form. */
export interface ProfileDraft extends ProfileTextDraft {
	profilePicture: PictureChoice
}

export function toProfileDraft({ name, bio }: CurrentUser): ProfileDraft {
	return { name: name ?? '', bio: bio ?? '', profilePicture: 'unchanged' }
}

/** Converts the changed fields to the request body, so that changes made elsewhere to other fields survive. */
export function toProfileChanges({ name, bio, profilePicture }: ProfileDraft, start: ProfileDraft) {
	return {
		...(name === start.name ? {} : { name }),
		...(bio === start.bio ? {} : { bio }),
		...(profilePicture === 'removed' ? { removeProfilePicture: true } : {}),
		...(typeof profilePicture === 'object' ? { profilePicture: profilePicture.file } : {}),
	}
}

export function isSameProfileText(one: ProfileTextDraft, other: ProfileTextDraft): boolean {
	return one.name === other.name && one.bio === other.bio
}

export function validateProfileDraft({ name, bio }: ProfileTextDraft, check: Validator): Problem[] {
	return check(ProfileFields, { name, bio })
}

/** Returns the storage of the profile's text draft. It survives reloads and an expired session; a chosen file cannot. */
export function storedProfileDraft(userId: string) {
	return createPersistedState(`settingsDraft:${userId}`, isProfileTextDraft)
}

export function isProfileTextDraft(value: unknown): value is ProfileTextDraft {
	if (typeof value !== 'object' || value === null || !('name' in value) || !('bio' in value)) return false
	return typeof value.name === 'string' && typeof value.bio === 'string'
}
