import { useContext } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { SiteContext } from '#web/app/site.ts'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** The footer. CSS shows the IGDB credit, which IGDB requires, on pages with pictures of its games. */
export function Footer() {
	const { socialLinks, name, hasRules } = useContext(SiteContext)
	return (
		<footer className={css.footer} data-settles="">
			<div className={css.inner}>
				<p className={css.word}>
					<FrameIcon name="crystal" size={18} />
					{name}
				</p>
				<nav className={css.links} aria-label="Footer">
					<Link to={paths.games()}>Games</Link>
					<Link to={paths.lists()}>Lists</Link>
					<Link to={paths.about()}>About</Link>
					{hasRules && <Link to={paths.rules()}>Rules</Link>}
					<Link to={paths.privacyPolicy()}>Privacy Policy</Link>
					<Link to={paths.transparency()}>Transparency</Link>
					<a href={paths.reviewsFeed()} type="application/atom+xml">
						Atom feed
					</a>
					<a href={paths.apiDocs()}>API</a>
					<span data-for="visitors" className={css.theme}>
						<ThemeSwitch />
					</span>
				</nav>
				{socialLinks.length > 0 && (
					<ul className={css.social} aria-label="Elsewhere">
						{socialLinks.map(({ name, url, mark }) => (
							<li key={url}>
								<a href={url} rel="me noopener" target="_blank" aria-label={name} title={name}>
									{mark ? (
										<svg viewBox="0 0 24 24" width={20} height={20} fill="currentColor" aria-hidden="true">
											<path d={mark} />
										</svg>
									) : (
										<FrameIcon name="link" />
									)}
								</a>
							</li>
						))}
					</ul>
				)}
				<p className={css.credit}>
					<a href="https://www.igdb.com/">Data from IGDB.com</a>
				</p>
			</div>
		</footer>
	)
}
