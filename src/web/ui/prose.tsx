import { Children, isValidElement, type ReactNode } from 'react'
import { PageHead } from './page-head.tsx'
import css from './prose.module.css'

/** A page of plain text in `ProseSection`s, with its contents beside it on wide screens. */
export function Prose({ title, children }: { title: string; children: ReactNode }) {
	const titles = Children.toArray(children).flatMap((child) =>
		isValidElement<{ title: string }>(child) && child.type === ProseSection ? [child.props.title] : [],
	)
	return (
		<>
			<PageHead title={title} />
			<div className={css.columns}>
				<div className={css.prose}>{children}</div>
				<nav className={css.contents} aria-label="On this page">
					{titles.map((title) => (
						<a key={title} href={`#${anchorOf(title)}`}>
							{title}
						</a>
					))}
				</nav>
			</div>
		</>
	)
}

/** A titled section of a `Prose`. */
export function ProseSection({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h2 id={anchorOf(title)}>{title}</h2>
			{children}
		</section>
	)
}

const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
