import { runProgram } from '#server/backup/program.ts'
import { RESTORE } from '#server/backup/restore-command.ts'

// `npm run restore`: brings a backup into an empty database and data folder.
await runProgram(RESTORE)
