import { findProblems, normalizeInput } from '#contract/problems.ts'
import { type SiteSettings, SiteSettingsUpdate } from '#contract/site-settings.ts'
import { AppError } from '#server/http/errors.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import { type AdminCommand, CommandError } from './command.ts'

/** The settings by the names that operators type. */
const NAMES = {
	name: 'name',
	description: 'description',
	rules: 'rules',
	contact: 'contactEmail',
	accent: 'accent',
	registration: 'registration',
	'members-invite': 'membersInvite',
	'second-factor': 'secondFactorFor',
	'catalog-growth': 'catalogGrowth',
} as const satisfies Record<string, keyof SiteSettings>

/** Shows or changes what admins set at `/admin/settings`. */
export const SETTINGS: AdminCommand = {
	help: `  npm run admin -- settings [<name> [<value>]]

Shows the settings of /admin/settings, or changes one of them: ${Object.keys(NAMES).join(', ')}.
An empty value ("") removes a description, rules or an accent. second-factor takes nobody, admins or moderators (which includes admins), catalog-growth members, moderators or off. The running site follows within seconds.`,
	options: {},
	operandCount: [0, 2],
	async run({ operands: [name, value] }, { siteSettings }, print) {
		const settings = await siteSettings.get()
		if (name === undefined) {
			for (const [name, key] of Object.entries(NAMES)) print(`${name}: ${show(settings[key])}`)
			return
		}
		if (!isName(name))
			throw new UsageError(`There is no setting "${name}". There are ${Object.keys(NAMES).join(', ')}.`)
		const key = NAMES[name]
		if (value === undefined) return print(show(settings[key]))
		const update = normalizeInput(SiteSettingsUpdate, { ...settings, [key]: parse(key, value) })
		const [problem] = findProblems(SiteSettingsUpdate, update)
		if (problem) throw new CommandError(`${problem.message}.`)
		const isSaved = await siteSettings.save(update as SiteSettingsUpdate).catch((error: unknown) => {
			throw error instanceof AppError ? new CommandError(`${error.message}.`) : error
		})
		if (!isSaved) throw new CommandError('Someone changed the settings at the same time. Run the command again.')
		print(`${name} is now: ${show((await siteSettings.get())[key])}`)
	},
}

function isName(name: string): name is keyof typeof NAMES {
	return Object.hasOwn(NAMES, name)
}

function show(value: string | boolean | null): string {
	if (value === null) return '(none)'
	return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}

function parse(key: keyof SiteSettings, value: string): string | boolean | null {
	if (key === 'membersInvite') {
		if (value !== 'yes' && value !== 'no') throw new UsageError('members-invite is yes or no.')
		return value === 'yes'
	}
	return value === '' && key === 'accent' ? null : value
}
