import type { DocumentedRefusal, Endpoint } from '#contract/endpoint.ts'
import { BAD_IDEMPOTENCY_KEY } from '#contract/idempotency.ts'
import { WRITE_QUOTA_EXCEEDED } from '#contract/limits.ts'
import { ROLE_NEEDED, SECOND_FACTOR_REQUIRED } from '#contract/roles.ts'
import {
	BAD_TOKEN,
	LOGIN_NEEDED,
	PROOF_NEEDED,
	SESSION_REVOKED,
	SUSPENDED,
	USERNAME_NEEDED,
} from '#contract/session-refusals.ts'
import { Time } from '#contract/shapes.ts'
import { missingScope, TOKEN_NOT_ALLOWED } from '#contract/token-scopes.ts'
import { BAD_CURSOR } from '#server/http/cursors.ts'
import { HTTP_REFUSALS, INTERNAL_ERROR, INVALID_INPUT, UNAVAILABLE } from '#server/http/errors.ts'
import { PAGE_TOO_DEEP } from '#server/http/paging.ts'
import { TOO_MANY_REQUESTS } from '#server/http/rate-limits.ts'
import {
	dependsOnViewer,
	getTokenScope,
	isClosedToSuspended,
	needsAccount,
	requiresUsername,
} from '#server/http/viewer.ts'
import { getWriteQuota } from '#server/http/write-quota.ts'

/** Of every write of a suspended account. */
const ACCOUNT_SUSPENDED: DocumentedRefusal = { ...SUSPENDED, extra: { until: Time() } }

/** Lists the refusals of an endpoint by status: those that follow from its definition, and its own. */
export function listDocumentedRefusals(endpoint: Endpoint): Map<number, DocumentedRefusal[]> {
	const { method, url, config, schema } = endpoint
	const byStatus = new Map<number, DocumentedRefusal[]>()
	const add = (status: number, ...refusals: readonly DocumentedRefusal[]) => {
		const listed = byStatus.get(status) ?? []
		byStatus.set(status, [...listed, ...refusals.filter(({ error }) => !listed.some((other) => other.error === error))])
	}
	const query = propertyNames(schema.querystring)
	if (schema.body || query.size > 0) add(400, INVALID_INPUT)
	if (query.has('cursor')) add(400, BAD_CURSOR)
	if (query.has('page')) add(400, PAGE_TOO_DEEP)
	if (needsAccount(config)) add(401, LOGIN_NEEDED)
	if (needsAccount(config) || config.auth === 'anyone') add(401, BAD_TOKEN)
	if (dependsOnViewer(config)) add(401, SESSION_REVOKED)
	const scope = getTokenScope({ config, method })
	if (scope) add(403, scope === 'never' ? TOKEN_NOT_ALLOWED : missingScope(scope))
	if (requiresUsername({ config, url })) add(403, USERNAME_NEEDED)
	if (isClosedToSuspended({ config, url, method })) add(403, ACCOUNT_SUSPENDED)
	if (config.auth === 'moderator' || config.auth === 'admin') add(403, ROLE_NEEDED[config.auth], SECOND_FACTOR_REQUIRED)
	if (config.needsProof) add(403, PROOF_NEEDED)
	if (schema.params) {
		add(404, config.missing ?? HTTP_REFUSALS[404])
		add(414, HTTP_REFUSALS[414])
	}
	if (config.isIdempotentByKey) add(400, BAD_IDEMPOTENCY_KEY)
	for (const [status, refusals] of Object.entries(config.refusals ?? {})) add(Number(status), ...refusals)
	if (method !== 'GET') {
		add(400, HTTP_REFUSALS[400])
		add(413, HTTP_REFUSALS[413])
		add(415, HTTP_REFUSALS[415])
		// A row that the body references may be deleted while the call runs.
		if (schema.body && needsAccount(config)) add(404, HTTP_REFUSALS[404])
	}
	add(429, TOO_MANY_REQUESTS)
	if (schema.body && getWriteQuota(config)) add(429, WRITE_QUOTA_EXCEEDED)
	add(500, INTERNAL_ERROR)
	add(503, UNAVAILABLE)
	return new Map([...byStatus].sort(([one], [other]) => one - other))
}

function propertyNames(schema: unknown): Set<string> {
	return new Set(Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}))
}
