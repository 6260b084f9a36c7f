import { useContext } from 'react'
import { withQuery } from '#contract/paths.ts'
import { PROVIDER_NAMES } from '#contract/social-login-providers.ts'
import { SiteContext } from '#web/app/site.ts'
import { ProviderMark } from '#web/features/sessions/provider-mark.tsx'
import css from './social-links.module.css'

/** Links to log in through a provider, if the site has any. `redirect` is the target after the login, `invite` lets a newcomer in. */
export function SocialLinks({ redirect, invite }: { redirect: string; invite?: string }) {
	const { providers } = useContext(SiteContext)
	if (providers.length === 0) return null
	return (
		<div className={css.links}>
			<p className={css.or}>or</p>
			{providers.map((provider) => (
				// A plain link, because the server redirects to the provider
				<a
					key={provider}
					className={css.link}
					href={withQuery(`/api/auth/${provider}`, {
						redirect: redirect === '/' ? null : redirect,
						invite,
					})}
				>
					<ProviderMark provider={provider} />
					Continue with {PROVIDER_NAMES[provider]}
				</a>
			))}
		</div>
	)
}
