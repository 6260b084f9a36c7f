import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { reviewPicturePath } from '#contract/share-pictures.ts'
import { hideSpoilers } from '#contract/spoiler-spans.ts'
import type { PageHead } from '#web/app/head-tags.ts'
import { describeHidden } from '#web/features/texts/excerpt.ts'
import { truncateText } from '#web/ui/truncate-text.ts'
import { isTextHidden } from './review-excerpt.tsx'

const DESCRIPTION_LENGTH = 160
const ALT_LENGTH = 400

/** Returns the head of a review's page. */
export function reviewHead(review: Review): PageHead {
	const { id, game, username, rating } = review
	// Also if the viewer may see its spoilers, because the head is what is shared
	const description = isTextHidden(review) ? describeHidden(game.name) : hideSpoilers(review.description)
	return {
		title: `${game.name}, reviewed by ${username}`,
		description: truncateText(`${rating} out of 5: ${description}`, DESCRIPTION_LENGTH),
		path: paths.review(id),
		picture: {
			path: reviewPicturePath(review),
			alt: truncateText(
				`The cover of ${game.name}, and ${rating} of 5 stars by ${username}: ${description}`,
				ALT_LENGTH,
			),
		},
		type: 'article',
		jsonLd: (absolute) => ({
			'@type': 'Review',
			url: absolute(paths.review(id)),
			itemReviewed: {
				'@type': 'VideoGame',
				name: game.name,
				url: absolute(paths.game(game.id)),
				...(game.cover ? { image: absolute(game.cover) } : {}),
			},
			reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 0.5 },
			author: { '@type': 'Person', name: username, url: absolute(paths.profile(username)) },
			...(isTextHidden(review) ? {} : { reviewBody: description }),
			datePublished: review.createdAt,
			dateModified: review.updatedAt,
			commentCount: review.commentCount,
		}),
	}
}
