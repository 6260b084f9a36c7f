import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FeedItem, getFeed } from '#contract/feed.ts'
import { useRead } from '#web/app/data.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './new-items.module.css'

const POLL_MS = 60_000
const MAX_COUNTED = 20

/** Says how many items are newer than the first one in sight, and shows them at a press: nothing moves before. */
export function NewItems({ first }: { first: FeedItem | undefined }) {
	const client = useQueryClient()
	const [isLoading, setLoading] = useState(false)
	const { data } = useRead(getFeed, { query: { limit: MAX_COUNTED } }, { refetchInterval: POLL_MS })
	const count = countNewer(data?.items ?? [], first)
	return (
		<div className={css.place} aria-live="polite">
			{count > 0 && (
				<Button
					kind="quiet"
					aria-disabled={isLoading}
					onClick={async () => {
						setLoading(true)
						await client.invalidateQueries({ queryKey: [getFeed.url, 'pages'] })
						setLoading(false)
					}}
				>
					{count === MAX_COUNTED ? `${count} or more` : count} new
				</Button>
			)}
		</div>
	)
}

/** Counts the items before the one in sight that are newer; an item whose word has changed is a new one. */
function countNewer(items: readonly FeedItem[], first: FeedItem | undefined): number {
	return first === undefined ? items.length : items.filter(({ createdAt }) => createdAt > first.createdAt).length
}
