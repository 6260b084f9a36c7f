import { runAdminProgram } from '#server/admin/program.ts'

// `npm run admin`: what an operator does from the command line. Exits with 1 if it was not done.
const isDone = await runAdminProgram(
	process.argv.slice(2),
	(sentence) => process.stdout.write(`${sentence}\n`),
	(sentence) => process.stderr.write(`${sentence}\n`),
)
process.exit(isDone ? 0 : 1)
