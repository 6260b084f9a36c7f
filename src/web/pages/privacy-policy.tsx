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
					counts. To stop attacks, the address of a request that was refused, such as a failed login, may be kept for
					about two weeks.
				</p>
			</ProseSection>
			<ProseSection title="What we store when you have an account">
				<AccountData />
			</ProseSection>
			<ProseSection title="What we store in your browser">
				<p>
					Your browser’s storage holds the tokens that keep you logged in, a copy of your account for a fast start,
					drafts of what you have not published or saved yet, the last five games you viewed, your choices of a light or
					dark theme and of how games are laid out, and whether you skipped the game suggested for the evening. The
					games are offered only to the account that viewed them. Logging out removes the tokens and the copy; the
					browser only remembers that it was logged in, so that we ask you to log in next time and not to sign up. While
					you log in with Google or Facebook, a cookie keeps track of that login, for ten minutes at most.
				</p>
			</ProseSection>
			<ProseSection title="Who we share it with">
				<p>
					With no one. There are no ads, no analytics services and no trackers. Pictures of games come from this site,
					even when another catalog supplied them. If you log in with Google or Facebook, they learn that you do, and
					nothing else from us.
				</p>
			</ProseSection>
			<ProseSection title="Deleting your data">
				<p>
					You can delete your reviews, comments and lists yourself at any time, and take games out of your library with
					everything you logged of them; they are gone immediately. You can delete your account in the{' '}
					<Link to={paths.settings()}>settings</Link>, and get a code to check the status of the deletion. Account
					deletion removes your personal data within 30 days, with everything you wrote. Your username stays unavailable
					for 180 days; for that we keep only a code made from it. If moderators act on something of yours, we keep what
					it said and why with the decision for as long as you have an account. If you report something without an
					account, we keep your address until you have our answer. If you cannot log in, write to {mail} from the
					account’s email address.
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

function AccountData() {
	return (
		<ul>
			<li>
				Your username, your email address, and when you joined. Only you and the admins of this site can see your email
				address; when an admin looks for one, that is recorded.
			</li>
			<li>
				What you say about yourself in the settings: your bio and your picture, which are public, and your name, which
				only you can see. Of a picture, only the pixels are stored, in two small sizes: the location and the time that a
				camera writes into it are not.
			</li>
			<li>Your password as a one-way hash (Argon2id), from which it cannot be recovered.</li>
			<li>
				If you use two-step login: the names and public keys of your passkeys, when you added and last used them, the
				encrypted key of your authenticator app, and your recovery codes as one-way hashes.
			</li>
			<li>
				If you use API tokens: their names, what they may do, when you created and last used them, and the tokens
				themselves as one-way hashes, until you end them or 30 days after they expire.
			</li>
			<li>
				Which version of this site’s rules you accepted, and when; and the invites you created, until 30 days after they
				expire.
			</li>
			<li>
				If a moderator decides who may join: what you sent with your request, and hashes of the networks it came from.
				It is deleted after a day if you don’t confirm your address, when the request is refused, or after 30 days
				without a decision. Moderators see your reason, and of your address the part behind the @.
			</li>
			<li>
				Your sessions: when and how each began, when it was last used, and the kind of browser, so that you can end
				them. They are deleted a day after they end, or after 30 days without use.
			</li>
			<li>The last two days on which you were here, so that admins can count how many people use the site.</li>
			<li>
				What you publish: your reviews with rating, platform, hours and text. They are public, under your username.
			</li>
			<li>
				Drafts of your reviews with the device that saved them, until you publish or discard them, or for a year after
				their last change. Only you can see them.
			</li>
			<li>
				The people you have blocked or muted, and since when, until you undo it. Only you can see this, and they are not
				told.
			</li>
			<li>
				Your library: which games you play, own or want, your ratings, hearts and favorites, and your plays and sessions
				with their days and minutes. They are public, in your library, diary and statistics, and those who follow you
				see what changes. Only you can see the notes on your plays and sessions.
			</li>
			<li>
				When you confirmed your email address, and one-way hashes of the links we mailed to you, with the new address if
				a link was to change it, until a day after they stop working.
			</li>
			<li>
				Which notifications you want in the bell, by email or as push messages, how often we email you what you haven’t
				read, and when we last did. We never email you anything else, except links you asked for and notices about your
				account. You can stop these emails in the <Link to={paths.settings()}>settings</Link> or with the link in each
				of them; messages from moderators still arrive.
			</li>
			<li>Mails to you until they are sent, for a day at most, encrypted together with your address.</li>
			<li>
				If you turn on push messages: your browser’s address at its push service, until you turn them off or log out.
				The messages are encrypted for your browser; the push service sees when they are sent and how long they are.
			</li>
			<li>
				If you log in with Google or Facebook: your ID there, and the email address and name you shared when your
				account was created. We never read or post anything there afterwards, and do not store the provider’s tokens.
			</li>
			<li>
				For security, hashes of the IP addresses that logged in to an account, and failed logins for at most a day.
			</li>
			<li>
				If you report something without an account: what you wrote and your address, with hashes of the networks it came
				from, for a day. If you confirm the address, moderators get the report, and we delete the address once we have
				answered you.
			</li>
		</ul>
	)
}
