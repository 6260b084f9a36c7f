import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import css from './bring-games.module.css'
import { SourceCards } from './source-choice.tsx'
import { useSources } from './use-sources.ts'

/** Offers those who come from elsewhere to bring their games, with the most used sources in front. */
export function BringGames() {
	const { main } = useSources()
	return (
		<section className={css.bring} aria-labelledby="bring-your-games">
			<h2 id="bring-your-games">Bring Your Games</h2>
			<p className={css.lead}>
				If you kept them elsewhere, you needn’t type them in. <Link to={paths.imports()}>All sources</Link>
			</p>
			<SourceCards sources={main} current={null} />
		</section>
	)
}
