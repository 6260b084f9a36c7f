import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
	FastifyBaseLogger,
	FastifyInstance,
	RawReplyDefaultExpression,
	RawRequestDefaultExpression,
	RawServerDefault,
} from 'fastify'

/** The HTTP server, with requests and responses typed by the contract's schemas. */
export type App = FastifyInstance<
	RawServerDefault,
	RawRequestDefaultExpression,
	RawReplyDefaultExpression,
	FastifyBaseLogger,
	TypeBoxTypeProvider
>
