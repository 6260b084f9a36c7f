import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

interface Node {
	readonly type?: string | readonly string[]
	readonly properties?: Readonly<Record<string, TSchema>>
	readonly items?: TSchema
	readonly minItems?: number
	readonly maxItems?: number
	readonly enum?: readonly unknown[]
	readonly default?: unknown
	readonly format?: string
	readonly pattern?: string
	readonly minimum?: number
}

const EXAMPLE_ID = '019aa2f4-7c10-7c3e-9a51-2f6d8e0b4c17'
const EXAMPLE_TIME = '2026-11-21T12:00:00.000Z'

// Examples by property name. The first one that the schema allows is used; `user.name` takes precedence over `name`.
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
	accent: ['#f6a93b'],
	accessToken: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTlhYTJmNCJ9.c2lnbmF0dXJl'],
	auth: ['dGhpcyBpcyBhIHNlY3JldA'],
	averageRating: [4.21],
	bio: ['Plays slowly, finishes everything.'],
	category: ['official'],
	asOf: ['2026-11-21'],
	attestationObject: ['o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg'],
	authenticatorData: ['SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ'],
	challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
	clientDataJSON: ['eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'],
	code: ['123456', 'K7RTM3WQ9XBHF4DN'],
	confirmation_code: ['K7RTM3WQ9XBHF4DN'],
	contactEmail: ['contact@savepoint.example'],
	content: ['Well said. The ending stayed with me, too.'],
	count: [12],
	cover: ['/art/12/cover-342196b86b.webp', 'https://images.example/lantern-hollow.jpg'],
	currentPage: [1],
	cursor: ['pX2mRk0bWyIyMDI2LTExLTIxIl0'],
	day: ['2026-11-21'],
	description: ['Worth every evening, and kinder than it looks.'],
	developers: ['Mossgate Studio'],
	domain: ['trash.example'],
	domains: ['trash.example'],
	email: ['mara@example.org'],
	endpoint: ['https://push.example/send/dGhpcyBkZXZpY2U'],
	endedOn: ['2026-11'],
	firstPlayedOn: ['2019-03'],
	from: ['2026-11-21'],
	gameModes: ['Single-player'],
	gameCover: ['/art/12/cover-342196b86b.webp'],
	gameName: ['Lantern Hollow'],
	genres: ['Puzzle'],
	identifier: ['mara_plays'],
	isRead: [false],
	key: ['BIIIECnNRMHOV8ZPs5PX8BZ70dFF9GbDdqPIoguE7smP92Rn-zpS3JxHP0ijmYzRB_pEa3rAlvIsHGpdhg9hHW8'],
	kinds: ['review,log'],
	lastPlayedOn: ['2026-11-21'],
	maxHours: [10],
	maxRating: [5],
	message: ['This username is available'],
	minRating: [3],
	minutes: [90],
	minutesPlayed: [1860],
	month: [11, '2026-11'],
	mood: ['Puzzle'],
	name: ['Lantern Hollow'],
	needsUsernameSelection: [false],
	nextCursor: ['pX2mRk0bWyIyMDI2LTExLTIxIl0'],
	note: ['Played on the train.'],
	notes: ['Best with headphones.'],
	order: [0, 'DESC'],
	p256dh: ['BIIIECnNRMHOV8ZPs5PX8BZ70dFF9GbDdqPIoguE7smP92Rn-zpS3JxHP0ijmYzRB_pEa3rAlvIsHGpdhg9hHW8'],
	password: ['Lantern7Hollow'],
	confirmPassword: ['Lantern7Hollow'],
	newPassword: ['Lantern8Hollow'],
	currentPassword: ['Lantern7Hollow'],
	platform: ['Nintendo Switch'],
	platforms: ['Nintendo Switch'],
	profile: ['76561197960287930'],
	profilePicture: [null],
	publishers: ['Mossgate Studio'],
	query: ['lantern'],
	rating: [4.5],
	reason: ['I have played since the nineties, and like to read about it.'],
	rawId: ['c2F2ZXBvaW50LXBhc3NrZXk'],
	recoveryCode: ['K7RT-M3WQ-9XBH-F4DN'],
	recoveryCodes: ['K7RT-M3WQ-9XBH-F4DN'],
	redirect: ['/games/12'],
	redirect_uri: ['savepoint://oauth/callback'],
	reports: [
		{
			key: '1',
			game: { steamAppId: 504230, name: 'Celeste' },
			startedAt: '2026-11-21T20:15:00+01:00',
			endedAt: '2026-11-21T21:00:00+01:00',
		},
	],
	refreshToken: ['019aa2f47c107c3e9a512f6d8e0b4c17.0.c2lnbmF0dXJl'],
	releaseDate: ['2019-03-14'],
	screenshots: ['/art/12/scene-1-342196b86b.webp', 'https://images.example/valley.jpg'],
	search: ['evening'],
	signature: ['MEUCIQDc2lnbmF0dXJl'],
	signed_request: ['c2lnbmF0dXJl.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsInVzZXJfaWQiOiIyMTg0NzEifQ'],
	sourceId: ['1942'],
	startedOn: ['2026-11-01'],
	status: ['playing'],
	storyline: ['A lamp goes out, and nobody remembers who lit it.'],
	summary: ['A caretaker relights a sleeping valley, lamp by lamp.'],
	timePlayed: [34],
	'timeToBeat.completed': [540],
	'timeToBeat.finished': [360],
	ticket: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
	title: ['Games for a rainy week'],
	totalPages: [3],
	type: ['public-key'],
	unreadOnly: [true],
	uri: ['otpauth://totp/Savepoint:mara_plays?secret=JBSWY3DPEHPK3PXP&issuer=Savepoint'],
	url: ['https://lanternhollow.example'],
	'user.name': ['Mara'],
	username: ['mara_plays'],
	verifier: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
	year: [2026],
	fromYear: [2010],
	toYear: [2019],
	letter: ['M'],
}

/** Creates a value that the schema allows, from `EXAMPLES` by property name, else by type. */
export function createExample(schema: TSchema, name = '', parent = ''): unknown {
	const node = schema as Node
	if (node.properties)
		return Object.fromEntries(
			Object.entries(node.properties).map(([key, property]) => [key, createExample(property, key, name)]),
		)
	if (node.items) {
		const item = createExample(node.items, name, parent)
		return Array.from({ length: Math.min(node.minItems ?? 1, node.maxItems ?? 1) }, () => item)
	}
	const candidates = [...(EXAMPLES[`${parent}.${name}`] ?? []), ...(EXAMPLES[name] ?? [])]
	const index = candidates.findIndex((value) => Check(schema, value))
	return index === -1 ? createExampleByType(node) : candidates[index]
}

function createExampleByType(node: Node): unknown {
	if (node.default !== undefined) return node.default
	if (node.enum) return node.enum[0]
	const type = typeof node.type === 'string' ? node.type : node.type?.[0]
	if (type === 'boolean') return true
	if (type === 'integer' || type === 'number') return Math.max(node.minimum ?? 0, 12)
	if (node.format === 'date-time') return EXAMPLE_TIME
	if (node.format === 'date') return EXAMPLE_TIME.slice(0, 10)
	return node.pattern ? EXAMPLE_ID : 'Text'
}
