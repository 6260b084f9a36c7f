import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { applyImport, getImportRows, type Import, undoImport } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { useSession } from '#web/app/session.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Time, useMomentFormat } from '#web/ui/time.tsx'
import { WrittenFigures } from './import-figures.tsx'
import css from './import-result.module.css'
import { describeLeftOut, describeUndo, describeWritten } from './import-words.ts'
import { LeftOut } from './left-out.tsx'
import { useImportChange } from './use-import.ts'

const COVERS = 12

/** What an import that was applied or stopped has written, and how to take it back. */
export function ImportWritten({ one }: { one: Import }) {
	const { user } = useSession()
	const { id, state, counts, appliedAt } = one
	const leftOut = describeLeftOut(counts)
	const resuming = useImportChange(applyImport)
	return (
		<section className={css.result}>
			<h2>{state === 'stopped' ? 'Stopped on the Way' : describeWritten(counts)}</h2>
			<p className={css.lead}>
				{state === 'stopped' ? (
					`${describeWritten(counts)}. The rest waits until you go on.`
				) : (
					<>
						{appliedAt !== null && (
							<>
								Imported <Time time={appliedAt} inSentence />.{' '}
							</>
						)}
						{leftOut !== null && `Left out: ${leftOut}.`}
					</>
				)}
			</p>
			<Covers id={id} />
			<WrittenFigures counts={counts} />
			{leftOut !== null && <LeftOut id={id} />}
			<div className={css.actions}>
				{state === 'stopped' && (
					<Button
						kind="main"
						aria-disabled={resuming.isSending}
						onClick={() => {
							if (!resuming.isSending) resuming.send({ params: { id }, body: {} })
						}}
					>
						Go On
					</Button>
				)}
				{user && (
					<Link className={buttonClass(state === 'stopped' ? 'quiet' : 'main')} to={paths.library(user.username)}>
						See Your Library
					</Link>
				)}
				<Undo one={one} />
			</div>
			<Notice kind="bad" message={resuming.failure} />
		</section>
	)
}

/** The first games of the import. */
function Covers({ id }: { id: string }) {
	const { data, error } = useRead(getImportRows, { params: { id }, query: { state: 'sure', limit: COVERS } })
	if (error) return null
	const games = data?.rows.flatMap(({ game, decision }) => (game && decision !== 'skip' ? [game] : []))
	if (games?.length === 0) return null
	return (
		<ul className={css.covers} aria-label="Games of this import" aria-busy={!games}>
			{games?.map((game) => (
				<li key={game.id}>
					<Link to={paths.game(game.id)} aria-label={game.name} title={game.name}>
						<GameCover game={game} sizes="96px" />
					</Link>
				</li>
			))}
		</ul>
	)
}

function Undo({ one: { id, undoUntil, counts } }: { one: Import }) {
	const [isAsking, setAsking] = useState(false)
	const format = useMomentFormat()
	const undoing = useImportChange(undoImport, () => setAsking(false))
	if (undoUntil === null || Date.parse(undoUntil) <= Date.now()) return null
	return (
		<>
			<Button onClick={() => setAsking(true)}>Undo Import</Button>
			<p className={css.until}>until {format(undoUntil, 'day')}</p>
			<DeleteDialog
				title="Undo this import?"
				open={isAsking}
				label="Undo Import"
				busyLabel="Undoing..."
				isDeleting={undoing.isSending}
				onDelete={() => undoing.send({ params: { id } })}
				onClose={() => setAsking(false)}
			>
				<p>{describeUndo(counts)}</p>
				<Notice kind="bad" message={undoing.failure} />
			</DeleteDialog>
		</>
	)
}

/** An import that was taken back. */
export function ImportUndone({ one }: { one: Import }) {
	return (
		<Ended one={one} label="Import Again">
			This import is undone. Your library is as it was, apart from anything you changed since.
		</Ended>
	)
}

/** An import whose file could not be read, or that broke off. */
export function ImportFailed({ one }: { one: Import }) {
	return (
		<Ended one={one} label={one.source === 'steam' ? 'Try Again' : 'Try Another File'} alert>
			{one.error ?? 'Something went wrong on our side. Your library is unchanged.'}
		</Ended>
	)
}

interface EndedProps {
	one: Import
	label: string
	alert?: boolean
	children: ReactNode
}

function Ended({ one: { source }, label, alert = false, children }: EndedProps) {
	return (
		<Empty
			alert={alert}
			action={
				<Link className={buttonClass('main')} to={paths.imports({ from: source })}>
					{label}
				</Link>
			}
		>
			{children}
		</Empty>
	)
}
