import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { controlClass } from '#web/ui/field.tsx'
import css from './section-index.module.css'
import { type AdminSection, SECTION_GROUPS } from './sections.tsx'

interface SectionIndexProps {
	sections: readonly AdminSection[]
	current: AdminSection
}

/** The sections by group: beside the section, and a select where there is no room. */
export function SectionIndex({ sections, current }: SectionIndexProps) {
	const navigate = useNavigate()
	const groups = SECTION_GROUPS.map(
		(group) => [group, sections.filter((section) => section.group === group)] as const,
	).filter(([, members]) => members.length > 0)
	return (
		<nav aria-label="Sections" className={css.index}>
			<div className={css.groups}>
				{groups.map(([group, members]) => (
					<div key={group}>
						<h2 id={`sections-${group}`}>{group}</h2>
						<ul aria-labelledby={`sections-${group}`}>
							{members.map(({ slug, title }) => (
								<li key={slug}>
									<Link to={paths.admin(slug)} aria-current={slug === current.slug ? 'page' : undefined}>
										{title}
									</Link>
								</li>
							))}
						</ul>
					</div>
				))}
			</div>
			<select
				className={`${controlClass} ${css.select}`}
				aria-label="Section"
				value={current.slug}
				onChange={({ currentTarget }) => void navigate(paths.admin(currentTarget.value))}
			>
				{groups.map(([group, members]) => (
					<optgroup key={group} label={group}>
						{members.map(({ slug, title }) => (
							<option key={slug} value={slug}>
								{title}
							</option>
						))}
					</optgroup>
				))}
			</select>
		</nav>
	)
}
