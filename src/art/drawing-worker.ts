// Runs in a worker thread: typesetting a title is slow, and the typeface takes 26 MB.
import { parentPort } from 'node:worker_threads'
import { type ArtFacts, coverSvg, illustrationSvg, type Motif } from './cover.ts'
import { openTypeface } from './typeface.ts'

export interface DrawingRequest {
	motif: Motif
	facts: ArtFacts
}

const face = openTypeface()

parentPort?.on('message', ({ motif, facts }: DrawingRequest) => {
	parentPort?.postMessage(motif === 'cover' ? coverSvg(face, facts) : illustrationSvg(facts, motif))
})
