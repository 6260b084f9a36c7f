import type { Problem } from '#contract/problems.ts'
import { ProfileTexts } from '#contract/profile.ts'
import type { OwnUser } from '#contract/users.ts'
import { kept } from '#web/app/persisted-state.ts'
import type { Check } from '#web/forms/validator.ts'
import type { PictureChoice } from './picture-choice.ts'

/** What is typed of a profile. */
export interface TypedProfile {
	name: string
	bio: string
}

/** A profile as it stands in the form. */
export interface SettingsDraft extends TypedProfile {
	profilePicture: PictureChoice
}

export function settingsDraftOf({ name, bio }: OwnUser): SettingsDraft {
	return { name: name ?? '', bio: bio ?? '', profilePicture: 'kept' }
}

/** What the draft changes, as the API takes it: what was changed elsewhere meanwhile stays so. */
export function changesOf({ name, bio, profilePicture }: SettingsDraft, start: SettingsDraft) {
	return {
		...(name === start.name ? {} : { name }),
		...(bio === start.bio ? {} : { bio }),
		...(profilePicture === 'removed' ? { removeProfilePicture: true } : {}),
		...(typeof profilePicture === 'object' ? { profilePicture: profilePicture.file } : {}),
	}
}

export function isSameTyped(one: TypedProfile, other: TypedProfile): boolean {
	return one.name === other.name && one.bio === other.bio
}

export function settingsProblems({ name, bio }: TypedProfile, check: Check): Problem[] {
	return check(ProfileTexts, { name, bio })
}

/** What is typed and not saved yet: it outlives reloads and an expired sign-in. A chosen file cannot. */
export function keptSettings(userId: string) {
	return kept(`settingsDraft:${userId}`, isTypedProfile)
}

export function isTypedProfile(value: unknown): value is TypedProfile {
	if (typeof value !== 'object' || value === null || !('name' in value) || !('bio' in value)) return false
	return typeof value.name === 'string' && typeof value.bio === 'string'
}
