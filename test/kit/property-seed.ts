import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { beforeEach } from 'vitest'

const SEED = Number(process.env.PROPERTY_SEED ?? 0)

// Each property test draws the same values in every run, so that only a change can fail it. `npm run trust` at length draws others
beforeEach(({ task }) => {
	fc.configureGlobal({ seed: (SEED + crc32(task.name)) | 0, includeErrorInReport: true })
})
