import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { IMPORT_STATE, type Import } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { pluralize } from '#web/app/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportFailed, ImportUndone, ImportWritten } from './import-result.tsx'
import css from './import-view.module.css'
import { nameFile } from './import-words.ts'
import { SOURCE_GUIDES } from './source-guides.ts'
import { isRunning, useImportMoved } from './use-import.ts'

interface ImportViewProps {
	one: Import
	/** Whether the last read failed, so that this is how it was. */
	isLost: boolean
	/** Whether its file was sent once more. */
	isKnown: boolean
}

/** An import in whatever state it is. */
export function ImportView({ one, isLost, isKnown }: ImportViewProps) {
	const hasMoved = useImportMoved(one.id)
	const view = useRef<HTMLDivElement>(null)
	const [preview, setPreview] = useState(one.state === 'preview' ? one : null)
	if (one.state === 'preview' && one !== preview) setPreview(one)
	const isReadingAgain =
		preview !== null && (one.state === 'reading' || one.state === 'matching') && one.counts.wanted === 0
	const part = isReadingAgain || one.state === 'preview' ? 'preview' : isRunning(one.state) ? 'running' : one.state
	const previousPart = useRef(part)
	// The button that was pressed has gone
	useEffect(() => {
		if (previousPart.current === part) return
		previousPart.current = part
		if (document.activeElement === document.body) view.current?.focus({ preventScroll: true })
		window.scrollTo({ top: 0 })
	}, [part])
	const { source, counts, state } = one
	const facts = [nameFile(one), counts.rows > 0 && pluralize(counts.rows, 'row')].filter(Boolean)
	return (
		<div ref={view} tabIndex={-1} className={css.page}>
			<Link to={paths.imports()} className={css.back}>
				All Imports
			</Link>
			<PageHead
				title={source === 'csv' ? 'Your Games' : `Your Games from ${SOURCE_GUIDES[source].name}`}
				lead={facts.join(' · ')}
			/>
			<div>
				<Notice message={hasMoved ? IMPORT_STATE.error : null} />
				<Notice
					message={
						isKnown && state === 'applied' ? 'You have imported this very file before. This is that import.' : null
					}
				/>
				<Notice
					kind="bad"
					message={isLost ? 'The connection was lost. This is how far it was; we keep trying.' : null}
				/>
			</div>
			{isReadingAgain ? <Preview one={preview} isBusy /> : show(one)}
		</div>
	)
}

function show(one: Import): ReactNode {
	if (isRunning(one.state)) return <ImportProgress one={one} />
	switch (one.state) {
		case 'preview':
			return <Preview one={one} isBusy={false} />
		case 'undone':
			return <ImportUndone one={one} />
		case 'failed':
			return <ImportFailed one={one} />
		default:
			return <ImportWritten one={one} />
	}
}

/** What an import would write, once its columns are known; it stays while the server reads the file again. */
function Preview({ one, isBusy }: { one: Import; isBusy: boolean }) {
	return needsColumns(one) ? <ColumnMapping one={one} isBusy={isBusy} /> : <ImportPreview one={one} isBusy={isBusy} />
}

/** Whether a CSV of one's own cannot be understood before its columns are. */
const needsColumns = ({ csv }: Import) =>
	csv !== null && (csv.mapping === null || (csv.needsDateOrder && csv.mapping.dateOrder === undefined))
