import { useState } from 'react'
import { createPortal } from 'react-dom'
import { platform } from '#web/app/platform.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './recovery-codes-dialog.module.css'

const FILE_NAME = 'savepoint-recovery-codes.txt'
const URL_LIFETIME_MS = 60_000

/** Shows new recovery codes once, to copy, download or print. Null closes the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
	const [message, setMessage] = useState('')
	const close = () => {
		setMessage('')
		onClose()
	}
	const text = `Savepoint recovery codes. Each works once.\n\n${codes?.join('\n')}\n`
	const copy = () =>
		navigator.clipboard.writeText(codes?.join('\n') ?? '').then(
			() => setMessage('Copied.'),
			() => setMessage('Your browser did not allow it. Please download them instead.'),
		)
	return (
		<Dialog open={codes !== null} title="Your recovery codes" onClose={close}>
			<div className={css.codes}>
				<p>Each one logs you in once if you lose your passkeys or your phone. Keep them in a safe place.</p>
				<p>
					<strong>You won’t see them again.</strong>
				</p>
				<ul className={css.list}>
					{codes?.map((code) => (
						<li key={code}>
							<code>{code}</code>
						</li>
					))}
				</ul>
				<p role="status" className={css.message}>
					{message}
				</p>
				<div className={css.actions}>
					<Button onClick={() => void copy()}>Copy</Button>
					<Button onClick={() => download(text)}>Download</Button>
					<Button onClick={() => window.print()}>Print</Button>
					<Button kind="main" onClick={close}>
						I Saved Them
					</Button>
				</div>
			</div>
			{/* Dialogs are not printed */}
			{createPortal(<pre className={css.paper}>{text}</pre>, document.body)}
		</Dialog>
	)
}

function download(text: string): void {
	const file = new Blob([text], { type: 'text/plain' })
	if (platform.saveFile) return void platform.saveFile(FILE_NAME, file)
	const link = document.createElement('a')
	link.href = URL.createObjectURL(file)
	link.download = FILE_NAME
	link.click()
	// The browser reads the blob asynchronously
	setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS)
}
