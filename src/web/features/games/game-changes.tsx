import { Link } from 'react-router'
import { FACT_LABELS } from '#contract/editable-facts.ts'
import { type GameChange, getEditedGame, listGameHistory, undoGameEdit } from '#contract/game-edits.ts'
import { getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './game-changes.module.css'
import { nameSource } from './source-names.ts'

/** A change with a key for the list. */
export type ListedChange = Omit<GameChange, 'id'> & { id: string; editId: string | null }

interface GameChangesProps {
	gameId: number
	changes: readonly ListedChange[]
	/** Whether the viewer may undo edits. */
	canUndo: boolean
}

/** What changed about a game, newest first. */
export function GameChanges({ gameId, changes, canUndo }: GameChangesProps) {
	const undoing = useSend(undoGameEdit, {
		invalidates: [listGameHistory, getGame, getEditedGame],
		onDone: () => showToast({ message: 'Edit undone.' }),
		onError: (error) => showToast({ kind: 'bad', message: getFailureMessage(error, undoGameEdit.config.failure) }),
	})
	return (
		<ol className={css.changes}>
			{changes.map((change) => (
				<li key={change.id} className={css.change}>
					<Change change={change} />
					{canUndo && change.editId && change.undoneAt === null && (
						<Button
							disabled={undoing.isSending}
							onClick={() => undoing.send({ params: { id: gameId, editId: change.editId ?? '' } })}
						>
							Undo
						</Button>
					)}
				</li>
			))}
		</ol>
	)
}

function Change({ change }: { change: ListedChange }) {
	const { kind, source, moderator, undoes, undoneAt, createdAt, facts } = change
	return (
		<article className={css.words}>
			<p>
				{kind === 'import' && (
					<>
						Imported from <strong>{nameSource(source ?? '')}</strong>
					</>
				)}
				{kind === 'merge' && 'Merged with another game'}
				{kind === 'edit' && (
					<>
						{moderator ? (
							<Link to={paths.profile(moderator.username)} className={css.name}>
								{moderator.username}
							</Link>
						) : (
							'A moderator'
						)}
						{undoes ? ' undid an edit' : ' edited'}
					</>
				)}
				<span className={css.when}>
					{' · '}
					<Time time={createdAt} />
					{undoneAt && ' · undone'}
				</span>
			</p>
			{facts.length > 0 && (
				<dl className={css.facts}>
					{facts.map(({ field, before, after, isGivenBack }) => (
						<div key={field}>
							<dt>{FACT_LABELS[field]}</dt>
							<dd>
								{field === 'cover' || field === 'screenshots' ? (
									'changed'
								) : (
									<>
										<del className={css.before}>{before.join(', ') || 'none'}</del>
										<span className="visually-hidden"> became </span>
										<span aria-hidden="true"> → </span>
										<ins className={css.after}>{after.join(', ') || 'none'}</ins>
									</>
								)}
								{isGivenBack && <span className={css.when}> (given back to its sources)</span>}
							</dd>
						</div>
					))}
				</dl>
			)}
		</article>
	)
}
