import * as Type from 'typebox'

/** Metadata of a setting besides its type, for the docs and error messages. */
interface SettingOptions {
	/** Short description for the table in README.md. */
	summary: string
	/** Description in whole sentences, for `.env.example`. */
	description: string
	default?: unknown
	/** The behavior if the setting is absent, for the table; omitted if there is a default. */
	unset?: string
	example?: string
	/** Describes valid values in error messages, after "must be". Numbers and choices describe themselves. */
	expected?: string
	/** Set if the value can contain a secret, so that error messages do not quote it. */
	isSecret?: true
	/** The name in an earlier version, which still works. */
	formerName?: string
	/** The setting without which this one is ignored. */
	appliesWith?: 'GOOGLE_CLIENT_ID' | 'FACEBOOK_APP_ID' | 'METRICS_PORT' | 'STEAM_API_KEY'
}

interface ListOptions extends SettingOptions {
	/** The separator of items; spaces and commas by default. */
	separator?: ','
	maxItems?: number
}

/** The schema of a setting, with the keywords that the docs and error messages use. */
export interface SettingSchema extends Readonly<ListOptions> {
	readonly type?: 'string' | 'integer' | 'number' | 'array'
	readonly enum?: readonly string[]
	readonly minimum?: number
	readonly maximum?: number
	readonly items?: object
}

/** The protocols of web addresses. */
export const WEB = ['https:', 'http:'] as const

export const text = (options: SettingOptions) => Type.String({ ...options })
export const number = (minimum: number, maximum: number, options: SettingOptions) =>
	Type.Number({ minimum, maximum, ...options })
export const integer = (minimum: number, maximum: number, options: SettingOptions) =>
	Type.Integer({ minimum, maximum, ...options })
export const seconds = (options: SettingOptions) => integer(1, 600, options)
export const choice = <const Value extends string>(values: readonly Value[], options: SettingOptions) =>
	Type.Enum<Value[]>(values as [...Value[]], { ...options })
export const matching = (pattern: RegExp, options: SettingOptions) => Type.String({ pattern, ...options })
export const list = (item: ReturnType<typeof Type.String>, options: ListOptions) => Type.Array(item, { ...options })

/** Creates a URL schema. Error messages do not quote URLs, because they can contain a password. */
export const url = (protocols: readonly string[], options: SettingOptions) =>
	Type.Refine(
		Type.String({
			expected: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
			isSecret: true,
			...options,
		}),
		(value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
	)
