import type { Static } from 'typebox'
import * as Type from 'typebox'
import { PROCESSES } from './process-settings.ts'
import { APP, IMAGES, IMPORT, LOGIN, MAIL, STORAGE } from './service-settings.ts'
import type { SettingSchema } from './setting-schema.ts'
import { ADDRESS, DATA, LIMITS, MONITORING, OPERATOR } from './site-settings.ts'

/** Every environment variable that the site reads. `npm run settings` generates `.env.example` and README.md's table from it. */
export const SETTINGS = Type.Object({
	...ADDRESS,
	...DATA,
	...PROCESSES,
	...LIMITS,
	...MAIL,
	...OPERATOR,
	...MONITORING,
	...IMAGES,
	...STORAGE,
	...LOGIN,
	...APP,
	...IMPORT,
})
export type Settings = Static<typeof SETTINGS>
export type SettingName = keyof Settings

/** The settings in groups, in the order of the docs. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
	{ title: 'Address', settings: ADDRESS },
	{ title: 'Data', settings: DATA },
	{ title: 'Processes', settings: PROCESSES },
	{ title: 'Limits', settings: LIMITS },
	{ title: 'Mail', settings: MAIL },
	{ title: 'Operator', settings: OPERATOR },
	{ title: 'Monitoring', settings: MONITORING },
	{ title: 'Images of games', settings: IMAGES },
	{
		title: 'Storage of pictures',
		description:
			"An S3-compatible storage (AWS, MinIO, Garage, R2 …) for users' pictures, in place of DATA_DIR/pictures. Set all of the four without a default, or none.",
		settings: STORAGE,
	},
	{
		title: 'Log in with Google or Facebook',
		description: 'A provider is offered once both its ID and its secret are set.',
		settings: LOGIN,
	},
	{ title: 'Apps', settings: APP },
	{ title: 'Import of games', settings: IMPORT },
]

interface SettingGroup {
	title: string
	/** Description of the whole group. */
	description?: string
	settings: Readonly<Partial<Record<SettingName, object>>>
}

/** Returns the schema of a setting. */
export function getSettingSchema(name: SettingName): SettingSchema {
	const schemas: Readonly<Record<SettingName, object>> = SETTINGS.properties
	return schemas[name] as SettingSchema
}
