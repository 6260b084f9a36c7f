/** What a token may do. `write` includes `read`; `sessions` is for reports of play time. */
export const TOKEN_SCOPES = ['read', 'write', 'sessions'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Checks whether a token with these scopes may make a call that needs one. */
export function includesScope(scopes: readonly TokenScope[], needed: TokenScope): boolean {
	return scopes.includes(needed) || (needed === 'read' && scopes.includes('write'))
}

/** The refusal of a call that the scopes of a token do not include. */
export const missingScope = (needed: TokenScope) =>
	({ code: 'missing_scope', error: `This call needs a token with the scope "${needed}"` }) as const

/** The refusal of a call that no token may make, whatever its scopes. */
export const TOKEN_NOT_ALLOWED = {
	code: 'token_not_allowed',
	error: 'Tokens cannot be used for this. Please log in.',
} as const
