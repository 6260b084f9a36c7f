import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/users.ts'
import { loadValidator } from '#web/forms/validator.ts'
import { isProfileTextDraft, toProfileChanges, toProfileDraft, validateProfileDraft } from './profile-draft.ts'

const check = await loadValidator()

const user = { name: 'Wren', bio: null } as CurrentUser
const start = toProfileDraft(user)

test('only changed fields are sent', () => {
	expect(toProfileChanges(start, start)).toEqual({})
	expect(toProfileChanges({ ...start, bio: 'Hi' }, start)).toEqual({ bio: 'Hi' })
	expect(toProfileChanges({ ...start, name: '' }, start)).toEqual({ name: '' })
	expect(toProfileChanges({ ...start, profilePicture: 'removed' }, start)).toEqual({ removeProfilePicture: true })
	const file = new File(['x'], 'me.png')
	const picture = { file, bitmap: {} as ImageBitmap }
	expect(toProfileChanges({ ...start, profilePicture: picture }, start)).toEqual({ profilePicture: file })
})

test('lengths exclude surrounding white space, as on the server', () => {
	expect(validateProfileDraft({ name: '', bio: `  ${'x'.repeat(500)}\n` }, check)).toEqual([])
	expect(validateProfileDraft({ name: 'x'.repeat(81), bio: '' }, check)).toEqual([
		{ path: 'name', message: 'Name must be 80 characters or less' },
	])
})

test('other stored values are not a draft', () => {
	for (const value of [null, 7, {}, { name: 'a' }, { name: 'a', bio: 7 }, []])
		expect(isProfileTextDraft(value)).toBe(false)
	expect(isProfileTextDraft({ name: 'a', bio: 'b' })).toBe(true)
})
