import { useContext } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useHead } from '#web/app/head.tsx'
import { SiteContext } from '#web/app/site.ts'
import { Prose, ProseSection } from '#web/ui/prose.tsx'

export function Component() {
	const { contactEmail } = useContext(SiteContext)
	useHead({
		title: 'Privacy Policy',
		description: 'What this site stores about you, why, for how long, and how to have it deleted.',
		path: paths.privacyPolicy(),
	})
	const mail = <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
	return (
		<Prose title="Privacy Policy">
			<p>
				This site runs Savepoint, a place for video game reviews. It stores what it needs to work, and sells nothing. If
				you have any questions about your data, write to {mail}.
			</p>
			<ProseSection title="What we store when you browse without an account">
				<p>
					You can read everything here without an account and without cookies. The server processes your IP address to
					respond to you and to limit floods of requests; it counts requests per address for a minute, then discards the
					counts.
				</p>
			</ProseSection>
			<ProseSection title="What we store when you have an account">
				<ul>
					<li>Your username, your email address, and when you joined. Only you can see your email address.</li>
					<li>
						What you say about yourself in the settings: your bio and your picture, which are public, and your name,
						which only you can see. Of a picture, only the pixels are stored, in two small sizes: the location and the
						time that a camera writes into it are not.
					</li>
					<li>Your password as a one-way hash (Argon2id), from which it cannot be recovered.</li>
					<li>
						Your sessions: when each began and was last used, and the kind of browser, so that you can end them. They
						are deleted a day after they end, or after 30 days without use.
					</li>
					<li>
						What you publish: your reviews with rating, platform, hours and text. They are public, under your username.
					</li>
					<li>
						Your library: which games you play, own or want, your ratings, hearts and favorites, and your plays and
						sessions with their days and minutes. They are public, in your library, diary and statistics, and those who
						follow you see what changes. Only you can see the notes on your plays and sessions.
					</li>
					<li>
						When you confirmed your email address, and one-way hashes of the links we mailed to you, with the new
						address if a link was to change it, until a day after they stop working.
					</li>
					<li>Mails to you until they are sent, for a day at most, encrypted together with your address.</li>
					<li>
						If you log in with Google or Facebook: your ID there, and the email address and name you shared when your
						account was created. We never read or post anything there afterwards, and do not store the provider’s
						tokens.
					</li>
					<li>
						For security, hashes of the IP addresses that signed in to an account, and failed sign-ins for at most a
						day.
					</li>
				</ul>
			</ProseSection>
			<ProseSection title="What we store in your browser">
				<p>
					Your browser’s storage holds the tokens that keep you signed in, a copy of your account for a fast start,
					drafts of what you have not published or saved yet, the last five games that you looked at, your choices of a
					light or dark theme and of how games are laid out, and whether you skipped the game suggested for the evening.
					The games are offered only to the account that looked at them. Logging out removes the tokens and the copy;
					what stays is that this browser has been logged in, so that we ask you to log in next time and not to sign up.
					While you log in with Google or Facebook, a cookie keeps track of that login, for ten minutes at most.
				</p>
			</ProseSection>
			<ProseSection title="Who we share it with">
				<p>
					Nobody. There are no ads, no analytics services and no trackers. Pictures of games come from this site, even
					when another catalog supplied them. If you log in with Google or Facebook, they learn that you do, and nothing
					else from us.
				</p>
			</ProseSection>
			<ProseSection title="Deleting your data">
				<p>
					You can delete your reviews, comments and lists yourself at any time, and take games out of your library with
					everything you logged of them; they are gone immediately. You can delete your account in the{' '}
					<Link to={paths.settings()}>settings</Link>, and get a code to check the status of the deletion. Account
					deletion removes your personal data within 30 days, with everything you wrote. If you cannot log in, write to{' '}
					{mail} from the account’s email address.
				</p>
			</ProseSection>
			<ProseSection title="Downloading your data">
				<p>
					In the <Link to={paths.settings()}>settings</Link>, you can also download everything we store about you as one
					file.
				</p>
			</ProseSection>
			<ProseSection title="Children">
				<p>
					This service is not for children under 13. If you learn that a child under 13 has an account, write to {mail},
					and it will be removed.
				</p>
			</ProseSection>
			<ProseSection title="Changes">
				<p>Before the site starts to store anything else, this page will say so.</p>
			</ProseSection>
		</Prose>
	)
}
