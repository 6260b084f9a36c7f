import { useState } from 'react'
import type { Site } from '#web/app/site.ts'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './layout.module.css'

/** Says that the people here are invented, and logs a visitor in as one of them. */
export function DemoBar({ username, password }: NonNullable<Site['demonstration']>) {
	const [isOpen, setOpen] = useState(true)
	const [failure, setFailure] = useState<string | null>(null)
	if (!isOpen) return null
	const logIn = async () => {
		try {
			setFailure(await (await import('./demo-login.ts')).logInToDemo(username, password))
		} catch {
			setFailure('No connection.')
		}
	}
	return (
		<aside className={css.demo}>
			<p role="status">
				{failure ?? (
					<>
						This is a demonstration<span>; the people are invented</span>.
					</>
				)}
			</p>
			<button type="button" data-for="visitors" onClick={() => void logIn()}>
				Look around as {username}
			</button>
			<button type="button" aria-label="Close" className={css.demoClose} onClick={() => setOpen(false)}>
				<FrameIcon name="close" size={14} />
			</button>
		</aside>
	)
}
