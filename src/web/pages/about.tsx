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
				A save point is where a player rests, looks back and keeps what happened. Savepoint is that place for the games
				you play: you rate them, you write down what stayed with you, and you read what others kept.
			</p>
			<h2>What you can do here</h2>
			<ul>
				<li>
					Look through <Link to={paths.games()}>the games that players review most</Link>, by week, month, year or of
					all time.
				</li>
				<li>
					Read <Link to={paths.reviews()}>reviews</Link> without an account, and find those of one game or with the
					words you look for.
				</li>
				<li>
					With an account, write one review per game: stars in half steps, the platform you played on, how many hours it
					took, and your words.
				</li>
			</ul>
			<h2>How ratings work</h2>
			<p>
				A game's average is made of the reviews written on this site and of nothing else. Scores from shops and
				magazines are never mixed in, and nobody can pay for a place in a ranking. What is popular is counted: reviews
				received, likes and comments given, reviews seen.
			</p>
			<h2>Open source, hosted by whoever wants to</h2>
			<p>
				Savepoint is free software under the MIT license. Anyone may read how it works, change it, and run a site of
				their own with it; this is one of them. It shows no advertisements and has no trackers.
			</p>
			<h2>Pictures</h2>
			<p>
				The covers of the games that come with Savepoint are drawn by its own program from a game's facts. They are not
				the publishers' art, and the wide illustrations are not pictures from the games. Games that were added from
				other catalogs may show those catalogs' pictures, and say from where their facts are. Names of games and
				studios, and such pictures, belong to their owners; write to {contactEmail} if one of yours should not be here.
			</p>
			<p>
				How your data is treated is written in the <Link to={paths.privacyPolicy()}>privacy policy</Link>.
			</p>
		</div>
	)
}
