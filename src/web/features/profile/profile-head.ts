import { paths } from '#contract/paths.ts'
import type { PublicUser } from '#contract/users.ts'
import type { PageHead } from '#web/app/head-tags.ts'
import { describePerson, personPicture } from '#web/features/users/person-picture.ts'
import { truncateText } from '#web/ui/truncate-text.ts'

const DESCRIPTION_LENGTH = 160

/** Returns the head of a profile. The canonical path uses the username as its owner spells it. */
export function profileHead(user: PublicUser): PageHead {
	const { id, username, bio, profilePicture, memberSince, reviewCount, followerCount } = user
	const path = paths.profile(username)
	const facts = describePerson(user)
	return {
		title: `${username}’s Profile`,
		description: truncateText(bio ? `${facts} ${bio}` : facts, DESCRIPTION_LENGTH),
		path,
		...personPicture(user),
		type: 'profile',
		feed: paths.userFeed(username),
		jsonLd: (absolute) => ({
			'@type': 'ProfilePage',
			url: absolute(path),
			dateCreated: memberSince,
			mainEntity: {
				'@type': 'Person',
				identifier: id,
				name: username,
				alternateName: username,
				url: absolute(path),
				description: bio ?? undefined,
				image: profilePicture === null ? undefined : absolute(profilePicture),
				interactionStatistic: {
					'@type': 'InteractionCounter',
					interactionType: 'https://schema.org/FollowAction',
					userInteractionCount: followerCount,
				},
				agentInteractionStatistic: {
					'@type': 'InteractionCounter',
					interactionType: 'https://schema.org/WriteAction',
					userInteractionCount: reviewCount,
				},
			},
		}),
	}
}
