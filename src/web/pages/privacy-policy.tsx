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
		title: 'Privacy Policy',
		description: 'What this site keeps about you, why, for how long, and how you have it deleted.',
		path: paths.privacyPolicy(),
	})
	const mail = <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
	return (
		<div className={prose.prose}>
			<PageHead title="Privacy Policy" />
			<p>
				This site runs Savepoint, a place for reviews of video games. It keeps what it needs to work and nothing to
				sell. For every question about your data write to {mail}.
			</p>
			<h2>What is kept when you only look around</h2>
			<p>
				You can read everything here without an account and without cookies. The server handles your network address to
				answer you and to hold back floods of requests; it counts requests per address for a minute and forgets them.
			</p>
			<h2>What is kept when you have an account</h2>
			<ul>
				<li>Your username, your e-mail address, and when you joined. The e-mail address is shown to nobody but you.</li>
				<li>
					What you tell of yourself in the settings: your bio and your picture, which are public, and your name, which
					is shown to nobody but you. Of a picture only its pixels are kept, in two small sizes: the place and the time
					that a camera writes into it are not.
				</li>
				<li>Your password as a one-way hash (Argon2id), from which it cannot be read back.</li>
				<li>
					Your sessions: when each began and was last used, and the kind of browser, so that you can end them. They are
					forgotten a day after they ended, or after 30 days without use.
				</li>
				<li>
					What you publish: your reviews with rating, platform, hours and text. They are public, under your username.
				</li>
				<li>
					When you confirmed your e-mail address, and the links that were mailed to you as one-way hashes, with the new
					address where one was to change it, until a day after they stop working.
				</li>
				<li>
					If you log in with Google or Facebook: your id there, and the e-mail address and name that you let us have
					when your account was made. Nothing is read or posted there later, and the provider's tokens are not kept.
				</li>
				<li>
					For security, addresses from which an account was signed in to, as hashes, and failed sign-ins for at most a
					day.
				</li>
			</ul>
			<h2>What is kept in your browser</h2>
			<p>
				Your browser's storage holds the tokens that keep you signed in, a copy of your own account for a quick start,
				drafts of what you have not published or saved yet, and your choice of a light or dark appearance. Logging out
				removes the tokens and the copy. While you log in with Google or Facebook, a cookie keeps your place, for ten
				minutes at most.
			</p>
			<h2>Who else gets it</h2>
			<p>
				Nobody. There are no advertisements, no analytics services and no trackers. Pictures of games come from this
				site, also where another catalog has them. If you log in with Google or Facebook, they learn that you do, and
				nothing else from us.
			</p>
			<h2>Having it deleted</h2>
			<p>
				You can delete your reviews, comments and lists yourself at any time; they are gone at once. The{' '}
				<Link to={paths.settings()}>settings</Link> delete your account, and you get a code under which you can look up
				how far that is. Account deletion removes your personal data within 30 days, with everything you wrote. Should
				you be unable to log in, write to {mail} from the e-mail address of the account.
			</p>
			<h2>Having a copy</h2>
			<p>
				The <Link to={paths.settings()}>settings</Link> also give you everything that is kept of you as one file.
			</p>
			<h2>Children</h2>
			<p>
				This service is not for children under 13. Should you learn that a child under 13 has an account, write to{' '}
				{mail}, and it will be removed.
			</p>
			<h2>Changes</h2>
			<p>When the site starts to keep something else, this page says so before it does.</p>
		</div>
	)
}
