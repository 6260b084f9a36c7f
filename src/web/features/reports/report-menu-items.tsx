import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/app/session.tsx'
import { MenuButton, menuItemClass } from '#web/ui/menu.tsx'
import { openReport, type ReportRequest } from './report-request.ts'

interface ReportMenuItemsProps extends Omit<ReportRequest, 'task'> {
	/** Whether a moderator can mark it as a spoiler. */
	canMarkSpoiler?: boolean
}

/** The items of a menu that report something of somebody else, and those of moderators. */
export function ReportMenuItems({ canMarkSpoiler = false, ...about }: ReportMenuItemsProps) {
	const { user } = useSession()
	const isModerator = user?.role === 'moderator' || user?.role === 'admin'
	return (
		<>
			<MenuButton aria-label={`Report ${about.name}`} onClick={() => openReport({ ...about, task: 'report' })}>
				Report
			</MenuButton>
			{isModerator && canMarkSpoiler && (
				<MenuButton
					aria-label={`Mark ${about.name} as a spoiler`}
					onClick={() => openReport({ ...about, task: 'mark-spoiler' })}
				>
					Mark as Spoiler
				</MenuButton>
			)}
			{isModerator && (
				<Link
					className={menuItemClass}
					to={paths.admin('reports', { subject: about.subject, id: about.subjectId })}
					aria-label={`Moderate ${about.name}`}
				>
					Moderate
				</Link>
			)}
		</>
	)
}
