import type { Typesetter } from '#art/text/text-block.ts'
import { SHARE_SIZE, type Size } from './frame.ts'
import { type GameFacts, gamePicture } from './game-picture.ts'
import { type HomeFacts, homePicture } from './home-picture.ts'
import { type ListFacts, listPicture } from './list-picture.ts'
import { type ProfileFacts, profilePicture } from './profile-picture.ts'
import { type ReviewFacts, reviewPicture } from './review-picture.ts'
import { POSTER_SIZE, type YearFacts, yearPicture, yearPoster } from './year-picture.ts'

/** What to draw. */
export type ShareRequest =
	| { kind: 'review'; facts: ReviewFacts }
	| { kind: 'game'; facts: GameFacts }
	| { kind: 'list'; facts: ListFacts }
	| { kind: 'profile'; facts: ProfileFacts }
	| { kind: 'home'; facts: HomeFacts }
	| { kind: 'year' | 'poster'; facts: YearFacts }

/** A picture that a drawing contains, and the size in which it is drawn at most. */
export interface ContainedPicture {
	bytes: Buffer
	width: number
	height: number
}

/** A picture behind a drawing: as it is, or as soft, dark colors. */
export interface Backdrop {
	bytes: Buffer
	isSoft: boolean
}

/** Returns the size of a share picture: 1200 by 630, or the poster's. */
export const sharePictureSize = ({ kind }: ShareRequest): Size => (kind === 'poster' ? POSTER_SIZE : SHARE_SIZE)

/** Draws a share picture as SVG, to be laid over its backdrop. Texts are outlines, so that none enters the markup. */
export function sharePictureSvg(typesetter: Typesetter, { kind, facts }: ShareRequest): Promise<string> {
	switch (kind) {
		case 'review':
			return reviewPicture(typesetter, facts)
		case 'game':
			return gamePicture(typesetter, facts)
		case 'list':
			return listPicture(typesetter, facts)
		case 'profile':
			return profilePicture(typesetter, facts)
		case 'home':
			return homePicture(typesetter, facts)
		case 'year':
			return yearPicture(typesetter, facts)
		case 'poster':
			return yearPoster(typesetter, facts)
	}
}
