import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import {
	createImport,
	IMPORT_TOO_LARGE,
	type ImportFrom,
	STATUS_MEANINGS,
	type StatusMeaning,
} from '#contract/imports.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './file-upload.module.css'
import { MEANING_WORDS } from './import-words.ts'
import { useUpload } from './use-upload.ts'

interface FileUploadProps {
	/** Null if it is to be recognized. */
	source: ImportFrom | null
	asksForStatus: boolean
}

/** A field for a file, which is sent as soon as it is chosen or dropped. */
export function FileUpload({ source, asksForStatus }: FileUploadProps) {
	const { isSending, fraction, error, start, cancel, reset } = useUpload()
	const [status, setStatus] = useState<StatusMeaning>('backlog')
	const [fileName, setFileName] = useState('')
	const [isTooLarge, setTooLarge] = useState(false)
	const [isOver, setOver] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	const send = (file: File | undefined) => {
		if (!file || isSending) return
		reset()
		setFileName(file.name)
		setTooLarge(file.size > IMPORT_LIMITS.fileBytes)
		if (file.size > IMPORT_LIMITS.fileBytes) return
		start({ ...(source && { source }), ...(asksForStatus && { status }), file })
	}
	const drop = (event: DragEvent) => {
		event.preventDefault()
		setOver(false)
		send(event.dataTransfer.files[0])
	}
	return (
		<>
			{asksForStatus && (
				<Field label="These games are" problem={undefined}>
					{(ids) => (
						<select
							{...ids}
							className={controlClass}
							value={status}
							onChange={({ currentTarget }) => setStatus(currentTarget.value as StatusMeaning)}
						>
							{STATUS_MEANINGS.map((meaning) => (
								<option key={meaning} value={meaning}>
									{MEANING_WORDS[meaning]}
								</option>
							))}
						</select>
					)}
				</Field>
			)}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by key */}
			<div
				className={css.zone}
				data-over={isOver}
				onDragOver={(event) => {
					event.preventDefault()
					setOver(true)
				}}
				onDragLeave={() => setOver(false)}
				onDrop={drop}
			>
				<input
					ref={input}
					type="file"
					className="visually-hidden"
					aria-label="File with your games"
					tabIndex={-1}
					accept=".csv,.json,.zip,text/csv,application/json,application/zip"
					onChange={({ currentTarget }) => {
						send(currentTarget.files?.[0])
						// The same file can be chosen once more
						currentTarget.value = ''
					}}
				/>
				{isSending ? (
					<Uploading fileName={fileName} fraction={fraction} onCancel={cancel} />
				) : (
					<>
						<Button kind="main" onClick={() => input.current?.click()}>
							Choose File
						</Button>
						<p className={css.drop}>or drop it here</p>
					</>
				)}
			</div>
			<Notice
				kind="bad"
				message={isTooLarge ? IMPORT_TOO_LARGE.error : error && getFailureMessage(error, createImport.config.failure)}
			/>
		</>
	)
}

interface UploadingProps {
	fileName: string
	fraction: number
	onCancel: () => void
}

function Uploading({ fileName, fraction, onCancel }: UploadingProps) {
	const id = useId()
	const button = useRef<HTMLButtonElement>(null)
	// The button that chose the file has gone
	useEffect(() => button.current?.focus({ preventScroll: true }), [])
	return (
		<div className={css.uploading} aria-busy="true">
			<p id={id} role="status">
				{fraction < 1 ? 'Uploading' : 'Checking'} <span className={css.file}>{fileName}</span>
			</p>
			<progress aria-labelledby={id} {...(fraction < 1 && { value: fraction })} max={1} />
			<Button ref={button} onClick={onCancel}>
				Cancel
			</Button>
		</div>
	)
}
