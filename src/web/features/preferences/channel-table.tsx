import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts'
import { CHANNELS, type Channel, isFixedChannel, type Preferences } from '#contract/preferences.ts'
import css from './channel-table.module.css'

const KINDS: Readonly<Record<NotificationKind, string>> = {
	review_like: 'Likes on your reviews',
	comment_like: 'Likes on your comments',
	list_like: 'Likes on your lists',
	comment: 'Comments on your reviews and lists',
	reply: 'Replies to your comments',
	mention: 'Mentions of you',
	follow: 'New followers',
	list_copy: 'Copies of your lists',
	moderation: 'Messages from moderators',
	suggestion: 'Games you suggested',
	import: 'Finished imports',
	release: 'Releases from your wishlist',
}

const COLUMNS: Readonly<Record<Channel, string>> = { site: 'Bell', mail: 'Email', push: 'Push' }

interface ChannelTableProps {
	notifications: Preferences['notifications']
	/** Whether this browser can get push messages. */
	canPush: boolean
	onChange: (kind: NotificationKind, channel: Channel, isOn: boolean) => void
}

/** Where each kind of notification arrives, one checkbox each. */
export function ChannelTable({ notifications, canPush, onChange }: ChannelTableProps) {
	return (
		<table className={css.table}>
			<caption className="visually-hidden">Where notifications arrive</caption>
			<thead>
				<tr>
					<th scope="col" className={css.heading}>
						Event
					</th>
					{CHANNELS.map((channel) => (
						<th key={channel} scope="col" className={`${css.heading} ${css.column}`}>
							{COLUMNS[channel]}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{NOTIFICATION_KINDS.map((kind) => (
					<tr key={kind} className={css.row}>
						<th scope="row" className={css.kind}>
							{KINDS[kind]}
							{isFixedChannel(kind, 'site') && <span className={css.hint}>Always in the bell and by email</span>}
						</th>
						{CHANNELS.map((channel) => (
							<td key={channel} className={css.cell}>
								<label>
									<input
										type="checkbox"
										aria-label={`${KINDS[kind]}: ${COLUMNS[channel]}`}
										checked={notifications[kind][channel]}
										disabled={isFixedChannel(kind, channel) || (channel === 'push' && !canPush)}
										onChange={(event) => onChange(kind, channel, event.currentTarget.checked)}
									/>
								</label>
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	)
}
