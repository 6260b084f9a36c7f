import { useContext } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useHead } from '#web/app/head.tsx'
import { SiteContext } from '#web/app/site.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import prose from '#web/ui/prose.module.css'

export function Component() {
	const { contactEmail } = useContext(SiteContext)
	useHead({
		title: 'About',
		description: 'What Savepoint is: an open-source home for what players think of the games they play.',
		path: paths.about(),
	})
	return (
		<div className={prose.prose}>
			<PageHead title="About Savepoint" />
			<p>
				A save point is where you rest, look back and save your progress. Savepoint is that place for the games you
				play: rate them, write down what stayed with you, and read what other players thought.
			</p>
			<h2>What you can do here</h2>
			<ul>
				<li>
					Browse <Link to={paths.games()}>the most reviewed games</Link> of the week, the month, the year or all time.
				</li>
				<li>
					Read <Link to={paths.reviews()}>reviews</Link> without an account, and filter them by game or search their
					text.
				</li>
				<li>
					With an account, write one review per game: a rating in half stars, the platform you played on, how many hours
					it took, and what you thought.
				</li>
			</ul>
			<h2>How ratings work</h2>
			<p>
				A game's average comes only from the reviews written on this site. Scores from stores and magazines are never
				mixed in, and nobody can pay for a place in a ranking. Popularity is counted: reviews received, likes and
				comments given, reviews seen.
			</p>
			<h2>Open source and self-hosted</h2>
			<p>
				Savepoint is free software under the MIT license. Anyone may read the code, change it, and run their own site
				with it; this is one of them. It shows no ads and has no trackers.
			</p>
			<h2>Pictures</h2>
			<p>
				Savepoint generates the covers of its built-in games from the games' facts. They are not the publishers' art,
				and the wide illustrations are not screenshots. Games added from other catalogs may show those catalogs'
				pictures, and name the source of their facts. Names of games and studios, and such pictures, belong to their
				owners; write to {contactEmail} if one of yours should not be here.
			</p>
			<p>
				The <Link to={paths.privacyPolicy()}>privacy policy</Link> explains how we handle your data.
			</p>
		</div>
	)
}
