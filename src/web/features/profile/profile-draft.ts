import type { Problem } from '#contract/problems.ts'
import { ProfileFields } from '#contract/profile.ts'
import type { CurrentUser } from '#contract/users.ts'
import { createPersistedState } from '#web/app/persisted-state.ts'
import type { Validator } from '#web/forms/validator.ts'
import type { PictureChoice } from './picture-choice.ts'

/** What is typed of a profile. */
export interface ProfileTextDraft {
	name: string
	bio: string
}

/** A profile as it stands in the form. */
export interface ProfileDraft extends ProfileTextDraft {
	profilePicture: PictureChoice
}

export function toProfileDraft({ name, bio }: CurrentUser): ProfileDraft {
	return { name: name ?? '', bio: bio ?? '', profilePicture: 'kept' }
}

/** What the draft changes, as the API takes it: what was changed elsewhere meanwhile stays so. */
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

/** What is typed and not saved yet: it outlives reloads and an expired sign-in. A chosen file cannot. */
export function storedProfileDraft(userId: string) {
	return createPersistedState(`settingsDraft:${userId}`, isProfileTextDraft)
}

export function isProfileTextDraft(value: unknown): value is ProfileTextDraft {
	if (typeof value !== 'object' || value === null || !('name' in value) || !('bio' in value)) return false
	return typeof value.name === 'string' && typeof value.bio === 'string'
}
