import { type ReactNode, useId } from 'react'
import css from './settings-section.module.css'

/** A section of the settings page. */
export function SettingsSection({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
	const id = useId()
	return (
		<section className={css.section} aria-labelledby={id}>
			<div>
				<h2 id={id}>{title}</h2>
				<p className={css.lead}>{lead}</p>
			</div>
			<div className={css.content}>{children}</div>
		</section>
	)
}
