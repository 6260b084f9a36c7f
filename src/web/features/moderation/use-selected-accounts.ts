import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { BulkAccount } from './bulk-dialog.tsx'
import type { QueuedGroup } from './queued-group.ts'

/** The authors whom a moderator has selected, to act on all of them at once. */
export function useSelectedAccounts() {
	const [selected, setSelected] = useState<ReadonlyMap<string, BulkAccount>>(new Map())
	return {
		accounts: [...selected.values()],
		has: ({ author }: QueuedGroup) => author !== null && selected.has(author.id),
		/** Selects the author of a group, or no longer; returns how many are selected then. */
		toggle: ({ author }: QueuedGroup): number => {
			const changed = new Map(selected)
			if (author && !changed.delete(author.id)) changed.set(author.id, author)
			setSelected(changed)
			return changed.size
		},
		/** As many as one call takes. */
		selectAll: (groups: readonly QueuedGroup[]) => {
			const authors = groups.flatMap(({ author }) => (author ? [[author.id, author] as const] : []))
			setSelected(new Map([...new Map(authors)].slice(0, LIMITS.accountsPerBulkAction)))
		},
		clear: () => setSelected(new Map()),
	}
}
