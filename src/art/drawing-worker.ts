// Runs in a process of its own: typesetting a title is slow, and the typeface and the library that renders take 100 MB.
import { type ArtFacts, coverSvg, illustrationSvg, type PictureKind } from './cover.ts'
import { openTypeface } from './typeface.ts'
import { renderWebp } from './webp.ts'

export interface DrawingRequest {
	kind: PictureKind
	facts: ArtFacts
	/** Whether a cover has the line with studio and year. */
	labels: boolean
	/** The width of the picture in pixels. */
	width: number
}

const face = openTypeface()

process.on('message', async ({ kind, facts, labels, width }: DrawingRequest) => {
	const svg = kind === 'cover' ? coverSvg(face, facts, { labels }) : illustrationSvg(facts, kind)
	process.send?.(await renderWebp(svg, width))
})
