import { expect, test } from 'vitest'
import type { OwnUser } from '#contract/users.ts'
import { loadCheck } from '#web/forms/validator.ts'
import { changesOf, isTypedProfile, settingsDraftOf, settingsProblems } from './profile-draft.ts'

const check = await loadCheck()

const user = { name: 'Wren', bio: null } as OwnUser
const start = settingsDraftOf(user)

test('only what was changed is sent', () => {
	expect(changesOf(start, start)).toEqual({})
	expect(changesOf({ ...start, bio: 'Hi' }, start)).toEqual({ bio: 'Hi' })
	expect(changesOf({ ...start, name: '' }, start)).toEqual({ name: '' })
	expect(changesOf({ ...start, profilePicture: 'removed' }, start)).toEqual({ removeProfilePicture: true })
	const file = new File(['x'], 'me.png')
	const picture = { file, bitmap: {} as ImageBitmap }
	expect(changesOf({ ...start, profilePicture: picture }, start)).toEqual({ profilePicture: file })
})

test('the rules are those of the server: white space around does not count', () => {
	expect(settingsProblems({ name: '', bio: `  ${'x'.repeat(500)}\n` }, check)).toEqual([])
	expect(settingsProblems({ name: 'x'.repeat(81), bio: '' }, check)).toEqual([
		{ path: 'name', message: 'Name must be 80 characters or less' },
	])
})

test('what else is stored reads as none', () => {
	for (const value of [null, 7, {}, { name: 'a' }, { name: 'a', bio: 7 }, []]) expect(isTypedProfile(value)).toBe(false)
	expect(isTypedProfile({ name: 'a', bio: 'b' })).toBe(true)
})
