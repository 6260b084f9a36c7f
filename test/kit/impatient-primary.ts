// The primary of a site with workers, whose heartbeat has a limit of 3 seconds.

import cluster from 'node:cluster'
import { readConfig } from '#server/config.ts'
import { runWorkers } from '#server/serve.ts'

cluster.setupPrimary({ exec: 'src/main.ts' })
await runWorkers(readConfig(process.env), { heartbeat: { intervalMs: 100, maxUnanswered: 30 } })
