import { Link } from 'react-router'
import type { ImportFrom } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { placeholderHue } from '#web/ui/placeholder-hue.ts'
import css from './source-choice.module.css'
import { SOURCE_GUIDES } from './source-guides.ts'
import { useSources } from './use-sources.ts'

interface SourceChoiceProps {
	/** The source that is chosen, null if none is. */
	current: ImportFrom | null
}

/** The sources of games as cards: six in front, the others under More. */
export function SourceChoice({ current }: SourceChoiceProps) {
	const { main, more } = useSources()
	return (
		<nav aria-label="Where your games are">
			<SourceCards sources={main} current={current} />
			<details className={css.more} open={more.some((source) => source === current) || undefined}>
				<summary>More sources</summary>
				<SourceCards sources={more} current={current} />
			</details>
		</nav>
	)
}

/** Cards that lead to how a source's games are brought. */
export function SourceCards({ sources, current }: { sources: readonly ImportFrom[] } & SourceChoiceProps) {
	return (
		<ul className={css.sources}>
			{sources.map((source) => (
				<li key={source}>
					<Link
						to={paths.imports({ from: source })}
						replace={current !== null}
						preventScrollReset
						className={css.source}
						aria-current={source === current ? 'true' : undefined}
					>
						<span className={css.mark} data-hue={placeholderHue(SOURCE_GUIDES[source].name)} aria-hidden="true">
							{SOURCE_GUIDES[source].name.charAt(0).toUpperCase()}
						</span>
						<span className={css.words}>
							<span className={css.name}>{SOURCE_GUIDES[source].name}</span>
							<span className={css.brings}>{SOURCE_GUIDES[source].brings}</span>
						</span>
					</Link>
				</li>
			))}
		</ul>
	)
}
