import { useContext } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { PRIOR_RATINGS } from '#contract/prior-ratings.ts'
import { useHead } from '#web/app/head.tsx'
import { SiteContext } from '#web/app/site.ts'
import { Prose, ProseSection } from '#web/ui/prose.tsx'

export function Component() {
	const { contactEmail, name, description, hasRules } = useContext(SiteContext)
	useHead({
		title: 'About',
		description: 'An open-source home for players’ opinions of the games they play.',
		path: paths.about(),
	})
	return (
		<Prose title={`About ${name}`}>
			{description && <p>{description}</p>}
			<p>
				A save point is where you rest, look back and save your progress. Savepoint is that place for the games you
				play: rate them, write down what stayed with you, and read what other players thought.
			</p>
			<ProseSection title="What you can do here">
				<ul>
					<li>
						Browse <Link to={paths.games()}>the most reviewed games</Link> this week, this month, this year or of all
						time.
					</li>
					<li>
						Read <Link to={paths.reviews()}>reviews</Link> without an account, and filter them by game or search their
						text.
					</li>
					<li>
						With an account you can keep track of your games: what you play, own, want and have finished, rated in half
						stars, with a diary and statistics, and see what the people you follow play.
					</li>
					<li>You can review each game once: half stars, your platform, your hours, and your words.</li>
				</ul>
			</ProseSection>
			<ProseSection title="How ratings work">
				<p>
					A game’s average comes only from the people of this site: one rating each, with a review or without. Scores
					from stores and magazines are never mixed in, and places in rankings are not for sale. Popular means counted:
					reviews written, likes and comments received, reviews seen.{' '}
					<Link to={paths.popularity()}>Check how, and any past day</Link>.
				</p>
				<p>
					Sorting by rating uses a weighted average: (sum of the game’s ratings + {PRIOR_RATINGS} × mean of all ratings
					here) ÷ (number of the game’s ratings + {PRIOR_RATINGS}). So a single five-star rating doesn’t outrank a
					hundred of four and a half. Games without ratings come last.
				</p>
			</ProseSection>
			<ProseSection title="Open source, and anyone can host it">
				<p>
					Savepoint is free software under the MIT license. Anyone may read the code, change it, and run their own site
					with it; this is one of them. It shows no ads and has no trackers.
				</p>
			</ProseSection>
			<ProseSection title="Pictures">
				<p>
					Savepoint generates the covers of its built-in games from the games’ facts. They are not the publishers’ art,
					and the wide illustrations are not screenshots. Games added from other catalogs may show those catalogs'
					pictures, and name the source of their facts. Names of games and studios, and such pictures, belong to their
					owners; write to {contactEmail} if one of yours should not be here.
				</p>
				<p>
					Emoji in the pictures for shared links are <a href="https://github.com/jdecked/twemoji">Twemoji</a> by Twitter
					and other contributors, under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
				</p>
				<p>
					The <Link to={paths.privacyPolicy()}>privacy policy</Link> explains how we handle your data.
				</p>
			</ProseSection>
			<ProseSection title="Contact">
				<p>
					Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
					{hasRules && (
						<>
							{' '}
							Everyone here follows the <Link to={paths.rules()}>rules</Link>.
						</>
					)}
				</p>
			</ProseSection>
		</Prose>
	)
}
