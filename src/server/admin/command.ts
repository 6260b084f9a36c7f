import type { FastifyBaseLogger } from 'fastify'
import type { CommandSyntax, ParsedCommand } from '#server/lifecycle/command-line.ts'
import type { Services } from '#server/services.ts'

/** The command could not do what it was asked. The message is for the operator. */
export class CommandError extends Error {}

/** What a command works with. */
export type Surroundings = [services: Services, print: (sentence: string) => void, log: FastifyBaseLogger]

/** A command of `npm run admin`. */
export interface AdminCommand extends CommandSyntax {
	/** It also runs with a secret that is not the site's, and on the database of an earlier version. */
	takesAnySecret?: true
	/** Prints what it has done, and logs what concerns security. Throws `CommandError`. */
	run: (parsed: ParsedCommand, ...surroundings: Surroundings) => Promise<void>
}
