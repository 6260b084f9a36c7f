import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, SuccessResponse, Time } from './shapes.ts'

export const NO_WISHLIST_CALENDAR = {
	code: 'no_wishlist_calendar',
	error: 'Your wishlist calendar has no address',
} as const

export const getWishlistAddress = endpoint({
	method: 'GET',
	url: '/api/feeds/wishlist-address',
	config: {
		summary:
			'Find out whether your wishlist calendar has an address, and since when; the address itself is shown only once',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to load your wishlist calendar',
	},
	schema: { response: { 200: Type.Object({ createdAt: nullable(Time()) }) } },
})

export const createWishlistAddress = endpoint({
	method: 'POST',
	url: '/api/feeds/wishlist-address',
	config: {
		summary: 'Make a secret address at which calendar apps read the releases of your wishlist; an earlier one ends',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to make the address. Please try again.',
		limit: 'signIn',
	},
	schema: { response: { 200: Type.Object({ url: Type.String() }) } },
})

export const endWishlistAddress = endpoint({
	method: 'DELETE',
	url: '/api/feeds/wishlist-address',
	config: {
		summary: 'End the address of your wishlist calendar at once',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to end the address. Please try again.',
		refusals: { 404: [NO_WISHLIST_CALENDAR] },
		limit: 'signIn',
	},
	schema: { response: { 200: SuccessResponse } },
})
