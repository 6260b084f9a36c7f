import type { Game } from '#contract/games.ts'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './website-links.module.css'

const LABELS: Readonly<Record<string, string>> = {
	official: 'Official site',
	wikipedia: 'Wikipedia',
	wikia: 'Fan wiki',
	steam: 'Steam',
	gog: 'GOG',
	epicgames: 'Epic Games Store',
	itch: 'itch.io',
	android: 'Google Play',
	iphone: 'App Store',
	ipad: 'App Store',
	playstation: 'PlayStation',
	xbox: 'Xbox',
	nintendo: 'Nintendo',
	reddit: 'Reddit',
	discord: 'Discord',
	twitch: 'Twitch',
	youtube: 'YouTube',
	twitter: 'Twitter',
	facebook: 'Facebook',
	instagram: 'Instagram',
	bluesky: 'Bluesky',
}

/** Links to a game's official site, stores and communities. */
export function WebsiteLinks({ websites }: { websites: Game['websites'] }) {
	// URLs from a catalog are untrusted: only http and https become links.
	const links = websites.filter(({ url }) => /^https?:\/\//i.test(url))
	if (links.length === 0) return null
	return (
		<section>
			<h2 className={css.title}>Links</h2>
			<ul className={css.links}>
				{links.map(({ url, category }) => (
					<li key={url}>
						<a href={url} target="_blank" rel="noopener nofollow ugc">
							{LABELS[category] ?? formatCategory(category)}
							<FrameIcon name="link" size={14} />
							<span className="visually-hidden">(opens in a new tab)</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	)
}

function formatCategory(category: string): string {
	return category.charAt(0).toUpperCase() + category.slice(1).replace(/[_-]+/g, ' ')
}
