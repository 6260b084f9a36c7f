// Runs in a worker thread: typesetting a title is slow, and the typeface takes 26 MB.
import { parentPort } from 'node:worker_threads'
import { type ArtFacts, coverSvg, illustrationSvg, type PictureKind } from './cover.ts'
import { openTypeface } from './typeface.ts'

export interface DrawingRequest {
	kind: PictureKind
	facts: ArtFacts
	/** Whether a cover has the line with studio and year. */
	labels: boolean
}

const face = openTypeface()

parentPort?.on('message', ({ kind, facts, labels }: DrawingRequest) => {
	parentPort?.postMessage(kind === 'cover' ? coverSvg(face, facts, { labels }) : illustrationSvg(facts, kind))
})
