import { formatCount } from '#web/app/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './panel.module.css'

const TABS = { you: 'You', following: 'Following' } as const

/** The two parts of the notifications. */
export type Tab = keyof typeof TABS

interface PanelHeadProps {
	tab: Tab
	/** Unread ones. */
	counts: Record<Tab, number>
	unreadOnly: boolean
	isMarkingAll: boolean
	onTab: (tab: Tab) => void
	onFilter: (unreadOnly: boolean) => void
	onMarkAll: () => void
}

/** The heading of the notifications with its tabs, filter and actions. */
export function PanelHead({ tab, counts, unreadOnly, isMarkingAll, onTab, onFilter, onMarkAll }: PanelHeadProps) {
	return (
		<div className={css.head}>
			<h2 tabIndex={-1}>Notifications</h2>
			<Button kind="plain" aria-disabled={isMarkingAll} onClick={onMarkAll}>
				{isMarkingAll ? 'Marking...' : 'Mark All as Read'}
			</Button>
			<button
				type="button"
				className={`${buttonClass('icon')} ${css.close}`}
				aria-label="Close"
				popoverTarget="notifications"
				popoverTargetAction="hide"
			>
				<FrameIcon name="close" />
			</button>
			<div className={css.choices}>
				<fieldset className={css.tabs} aria-label="Notifications about">
					{(['you', 'following'] as const).map((name) => (
						<button key={name} type="button" aria-pressed={tab === name} onClick={() => onTab(name)}>
							{TABS[name]}
							{counts[name] > 0 && (
								<>
									{' '}
									<span className={css.count}>{formatCount(counts[name])}</span>
									<span className="visually-hidden"> unread</span>
								</>
							)}
						</button>
					))}
				</fieldset>
				<fieldset className={css.filter} aria-label="Show">
					{[false, true].map((only) => (
						<button key={String(only)} type="button" aria-pressed={unreadOnly === only} onClick={() => onFilter(only)}>
							{only ? 'Unread' : 'All'}
						</button>
					))}
				</fieldset>
			</div>
		</div>
	)
}
