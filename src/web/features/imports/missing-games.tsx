import { addMissingGames, type Import } from '#contract/imports.ts'
import { pluralize } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './decide-many.module.css'
import { useImportChange } from './use-import.ts'

/** Offers to look up the rows without a game that have an id elsewhere, all at once. */
export function MissingGames({ one: { id, counts, error } }: { one: Import }) {
	const { send, isSending, failure } = useImportChange(addMissingGames)
	return (
		<div className={css.bar}>
			<div className={css.buttons}>
				<Button
					kind="main"
					aria-disabled={isSending}
					onClick={() => {
						if (!isSending) send({ params: { id } })
					}}
				>
					{isSending ? 'Starting...' : `Look Up ${pluralize(counts.findable, 'Game')}`}
				</Button>
				<p className={css.done}>Your file has their IDs. Games that a database knows by them are added to the site.</p>
			</div>
			<Notice kind="bad" message={failure ?? error} />
		</div>
	)
}
