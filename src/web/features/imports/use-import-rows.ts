import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { decideImportRow, getImportRows, type ImportRow } from '#contract/imports.ts'
import { readPages, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { isEffect, type Shown } from './match-tabs.tsx'
import { importQuery, useMovedImport } from './use-import.ts'

/** A batch of rows, which keeps its identity until one of them changes. */
export interface RowPage {
	rows: ImportRow[]
	nextCursor: string | null
}

/** What the person decides of a row. */
export interface Choice {
	gameId: number | null
	decision: 'take' | 'skip'
	/** The game itself, if the row does not have it yet. */
	game?: ImportRow['game']
}

/** Reads rows of an import in batches: those that are shown, or those that are not written. */
export function useImportRows(id: string, shown: Shown | 'out') {
	const query = useInfiniteQuery({
		...readPages(getImportRows, { params: { id }, query: isEffect(shown) ? { effect: shown } : { state: shown } }),
		// Decisions are written into the cache; the rest changes with the import's state
		staleTime: Number.POSITIVE_INFINITY,
	})
	const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
		query
	return {
		pages: data?.pages,
		error,
		hasNextPage,
		isLoadingMore: isFetchingNextPage || (error !== null && isFetching),
		more: () => {
			if (!isFetchingNextPage) void fetchNextPage()
		},
		retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
	}
}

const ROW_PAGES = { queryKey: [getImportRows.url, 'pages'] }

function replaceRow(client: QueryClient, importId: string, row: ImportRow): void {
	for (const query of client.getQueryCache().findAll(ROW_PAGES)) {
		const [, , input] = query.queryKey as [string, string, { params: { id: string } }]
		if (input.params.id !== importId) continue
		client.setQueryData<InfiniteData<RowPage>>(
			query.queryKey,
			(data) =>
				data && {
					...data,
					pages: data.pages.map((page) =>
						page.rows.some((one) => one.row === row.row)
							? { ...page, rows: page.rows.map((one) => (one.row === row.row ? row : one)) }
							: page,
					),
				},
		)
	}
}

/** Returns a row as the person sees it, with the choice that is on its way, and sends choices one after the other. */
export function useRowChoice(importId: string, row: ImportRow) {
	const client = useQueryClient()
	const takeMoved = useMovedImport()
	const [wanted, setWanted] = useState<Choice | null>(null)
	const isBusy = useRef(false)
	const next = useRef<Choice | null>(null)
	const settle = () => {
		isBusy.current = false
		if (next.current) start(next.current)
		else setWanted(null)
	}
	const { send, error } = useSend(decideImportRow, {
		isConcurrent: true,
		onDone: (answer) => {
			replaceRow(client, importId, answer)
			void client.invalidateQueries({ queryKey: importQuery(importId).queryKey })
			settle()
		},
		onError: (failure) => {
			next.current = null
			takeMoved(failure)
			settle()
		},
	})
	function start({ gameId, decision }: Choice): void {
		isBusy.current = true
		next.current = null
		send({ params: { id: importId, row: row.row }, body: { gameId, decision } })
	}
	return {
		row: wanted ? { ...row, gameId: wanted.gameId, decision: wanted.decision, game: wanted.game ?? row.game } : row,
		failure: error && getFailureMessage(error, decideImportRow.config.failure),
		choose: (choice: Choice) => {
			setWanted(choice)
			if (isBusy.current) next.current = choice
			else start(choice)
		},
	}
}
