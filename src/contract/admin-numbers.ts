import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, Time } from './shapes.ts'

/** How many days the charts can show. */
export const NUMBER_DAYS = ['30', '90', '365'] as const
export type NumberDays = (typeof NUMBER_DAYS)[number]

/** What happened on a UTC day; null where it was not counted. */
export const SiteDay = Type.Object({
	day: Type.String(),
	signUps: nullable(Type.Integer()),
	/** Accounts that were seen. */
	actives: nullable(Type.Integer()),
	reviews: nullable(Type.Integer()),
	comments: nullable(Type.Integer()),
	lists: nullable(Type.Integer()),
})
export type SiteDay = Static<typeof SiteDay>

export const getNumbers = endpoint({
	method: 'GET',
	url: '/api/admin/numbers',
	config: {
		summary: 'Get the numbers of each of the last days: sign-ups, active accounts, reviews, comments and lists',
		auth: 'admin',
		failure: 'Failed to load the numbers',
	},
	schema: {
		querystring: Type.Object({
			days: Type.Optional(Type.Unsafe<NumberDays>({ type: 'string', enum: NUMBER_DAYS, default: '30' })),
		}),
		response: {
			200: Type.Object({
				/** The oldest first, today last. */
				days: Type.Array(SiteDay),
				/** What there is now. */
				totals: Type.Object({
					users: Type.Integer(),
					games: Type.Integer(),
					reviews: Type.Integer(),
					lists: Type.Integer(),
				}),
				/** When today was last counted; null if it was not yet. */
				countedAt: nullable(Time()),
			}),
		},
	},
})
export type Numbers = Static<(typeof getNumbers)['schema']['response'][200]>
