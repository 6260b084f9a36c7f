import { useContext } from 'react'
import { paths } from '#contract/paths.ts'
import { getRules, NO_RULES } from '#contract/site-settings.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { SiteContext } from '#web/app/site.ts'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './rules.module.css'

const TITLE = 'Rules'
const REPEATED_TITLE = /^<h(\d)>\s*rules\s*<\/h\1>/i

export const loader = createLoader(({ client }) => preload(client, read(getRules, {})))

/** The rules of the site, as its admins have written them. */
export function Component() {
	const { name, contactEmail } = useContext(SiteContext)
	const { data, error, retry } = useRead(getRules, {})
	useHead({
		title: TITLE,
		description: `The rules that everyone at ${name} follows.`,
		path: paths.rules(),
		...(error?.status === 404 && { status: 404 }),
	})
	if (error?.status === 404) return <NotFoundScreen title={TITLE}>{NO_RULES.error}</NotFoundScreen>
	if (error) return <FailureScreen title={TITLE} sentence={getRules.config.failure} error={error} onRetry={retry} />
	return (
		<>
			<PageHead title={TITLE} />
			{data ? (
				<div className={css.rules}>
					{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it of Markdown, tag by tag */}
					<div dangerouslySetInnerHTML={{ __html: withoutTitle(data.html) }} />
					<p className={css.contact}>
						Questions? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
					</p>
				</div>
			) : (
				<>
					<p role="status" className="visually-hidden">
						Loading...
					</p>
					<Skeleton shape="block" />
				</>
			)}
		</>
	)
}

/** Returns the text without a first heading that repeats the title of the page. The headings below take its level. */
function withoutTitle(html: string): string {
	if (!REPEATED_TITLE.test(html)) return html
	return html.replace(REPEATED_TITLE, '').replace(/(<\/?h)([3-6])>/g, (_, tag, level) => `${tag}${level - 1}>`)
}
