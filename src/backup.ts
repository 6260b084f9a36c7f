import { BACKUP } from '#server/backup/backup-command.ts'
import { runProgram } from '#server/backup/program.ts'

// `npm run backup`: writes the site to one file, while it runs or not.
await runProgram(BACKUP)
