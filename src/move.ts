import { MOVE } from '#server/backup/move-command.ts'
import { runProgram } from '#server/backup/program.ts'

// `npm run move`: copies the site to another database.
await runProgram(MOVE)
