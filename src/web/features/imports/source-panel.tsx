import { useEffect, useRef } from 'react'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import type { ImportFrom } from '#contract/imports.ts'
import card from '#web/ui/card.module.css'
import { FileUpload } from './file-upload.tsx'
import { PROMISE } from './import-words.ts'
import { SOURCE_GUIDES } from './source-guides.ts'
import css from './source-panel.module.css'
import { SteamSignIn } from './steam-sign-in.tsx'

const MEGABYTES = IMPORT_LIMITS.fileBytes / (1024 * 1024)

/** How the games of a source are brought, and where to do it; of any source while none is chosen. */
export function SourcePanel({ source }: { source: ImportFrom | null }) {
	const panel = useRef<HTMLElement>(null)
	const previous = useRef(source)
	useEffect(() => {
		if (previous.current === source) return
		previous.current = source
		panel.current?.scrollIntoView({ block: 'nearest' })
	}, [source])
	const guide = source && SOURCE_GUIDES[source]
	return (
		<section ref={panel} className={`${card.card} ${css.panel}`} aria-labelledby="bring-games">
			<h2 id="bring-games">{guide ? `From ${guide.name}` : 'Have a File Already?'}</h2>
			{guide ? (
				<ol className={css.steps}>
					{guide.steps.map((step) => (
						<li key={step}>{step}</li>
					))}
				</ol>
			) : (
				<p className={css.lead}>
					Choose it, and we’ll see where it comes from. Or press a source to read how to get your games out of it.
				</p>
			)}
			{source === 'steam' ? (
				<SteamSignIn />
			) : (
				<FileUpload key={source} source={source} asksForStatus={guide?.asksForStatus ?? false} />
			)}
			<p className={css.promise}>
				{PROMISE}
				{source !== 'steam' && ` CSV, JSON or ZIP, up to ${MEGABYTES} MB.`}
			</p>
		</section>
	)
}
