import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { getSettingSchema, SETTING_GROUPS, SETTINGS, type SettingName } from './settings.ts'

test('.env.example and the table in README.md match the output of `npm run settings`', async () => {
	const { stderr } = await promisify(execFile)(process.execPath, ['scripts/settings-docs.mjs', '--check'])
	expect(stderr).toBe('')
})

test('every setting is in one group, and its former name is no longer a setting', () => {
	const names = Object.keys(SETTINGS.properties) as SettingName[]
	expect(SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings))).toEqual(names)
	expect(new Set(names).size).toBe(names.length)
	expect(names.filter((name) => Object.hasOwn(SETTINGS.properties, getSettingSchema(name).formerName ?? ''))).toEqual(
		[],
	)
})
