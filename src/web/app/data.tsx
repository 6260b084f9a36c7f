import {
	infiniteQueryOptions,
	QueryClient,
	queryOptions,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createContext, type LoaderFunctionArgs, type Params } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { hasShape } from './response-shape.ts'
import {
	type ResponseBody,
	type ApiError,
	type CallOptions,
	call,
	type Input,
	type Transport,
	createUnreadableError,
} from './api-client.ts'

declare module '@tanstack/react-query' {
	interface Register {
		defaultError: ApiError
	}
}

const isServer = typeof window === 'undefined'
/** A page change waits this long for its data, so that quick answers show no skeleton. */
const MAX_LOADER_WAIT_MS = 150

const transports = new WeakMap<QueryClient, Transport>()

/** The cache of what the API answered, and the way in which it is asked. One per browser tab, one per rendered page. */
export function createQueryClient(transport: Transport): QueryClient {
	const client = new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 30_000,
				// Back finds the pages of a list as they were left.
				gcTime: isServer ? Number.POSITIVE_INFINITY : 30 * 60_000,
				networkMode: 'always',
				refetchOnWindowFocus: false,
				refetchOnReconnect: false,
				// A failure stands until the person tries again; the server's HTML and the first paint agree on it.
				retryOnMount: false,
				retry: (failures, error) => !isServer && failures < 1 && (error.status === 0 || error.status >= 500),
				retryDelay: 400,
			},
			mutations: { networkMode: 'always', retry: false },
		},
	})
	transports.set(client, transport)
	return client
}

function callEndpoint<E extends Endpoint>(
	client: QueryClient,
	endpoint: E,
	input: Input<E>,
	options: CallOptions,
): Promise<ResponseBody<E>> {
	const transport = transports.get(client)
	if (!transport) throw new Error('This query client was not made by createQueryClient')
	return call(transport, endpoint, input, options)
}

/** Asks for what a screen goes through: an answer of another shape is a failure like any other. */
async function fetchChecked<E extends Endpoint>(
	client: QueryClient,
	endpoint: E,
	input: Input<E>,
	signal: AbortSignal,
): Promise<ResponseBody<E>> {
	const answer = await callEndpoint(client, endpoint, input, { signal })
	if (!hasShape(endpoint.schema.response[200], answer)) throw createUnreadableError(endpoint)
	return answer
}

/** Query options of one reading call: for `useRead`'s loader, or for reading the cache by `queryKey`. */
export function read<E extends Endpoint>(endpoint: E, input: Input<E>) {
	return queryOptions<ResponseBody<E>, ApiError>({
		queryKey: [endpoint.url, input],
		queryFn: ({ client, signal }) => fetchChecked(client, endpoint, input, signal),
	})
}

/** Like `read`, keeping only what `pick` takes of the answer: a page carries it along in its HTML. */
export function readPart<E extends Endpoint, T>(
	endpoint: E,
	input: Input<E>,
	name: string,
	pick: (answer: ResponseBody<E>) => T,
) {
	return queryOptions<T, ApiError>({
		queryKey: [endpoint.url, name, input],
		queryFn: async ({ client, signal }) => pick(await fetchChecked(client, endpoint, input, signal)),
	})
}

/** Where the next part of a list begins: a page number or a cursor, as its endpoint pages. */
type NextPage = { page: number } | { cursor: string } | null

/** Query options of a list that is read part by part; `input` says what the first part is. */
export function readPages<E extends Endpoint>(endpoint: E, input: Input<E>) {
	const { query, ...address } = input as { query?: PageQuery }
	return infiniteQueryOptions<
		ResponseBody<E>,
		ApiError,
		{ pages: ResponseBody<E>[]; pageParams: NextPage[] },
		readonly unknown[],
		NextPage
	>({
		queryKey: [endpoint.url, 'pages', input],
		queryFn: ({ client, signal, pageParam }) =>
			fetchChecked(client, endpoint, { ...address, query: { ...query, ...pageParam } } as Input<E>, signal),
		initialPageParam: null,
		getNextPageParam: (last, pages) => getNextPage(last, query, pages.length),
	})
}

interface PageQuery {
	page?: number
	limit?: number
}

/** Where a list goes on after the last of its parts, null at its end. */
function getNextPage(last: unknown, { page: first = 1, limit = 1 }: PageQuery = {}, parts: number): NextPage {
	const { nextCursor, hasMore, pagination } = last as {
		nextCursor?: string | null
		hasMore?: boolean
		pagination?: { hasMore: boolean }
	}
	if (nextCursor) return { cursor: nextCursor }
	const page = first + parts
	return (hasMore ?? pagination?.hasMore) && page * limit <= LIMITS.maxPagedRows ? { page } : null
}

interface ReadOptions {
	enabled?: boolean
	/** Reads again and again while the page is in sight. */
	refetchInterval?: number
	refetchOnMount?: 'always'
	refetchOnWindowFocus?: 'always'
}

/** Reads one answer; it is asked for once and shared by all who read the same. */
export function useRead<E extends Endpoint>(endpoint: E, input: Input<E>, options: ReadOptions = {}) {
	const { data, error, isPending, isFetching, refetch } = useQuery({
		...read(endpoint, input),
		// What is read each time it is opened is also tried again each time.
		retryOnMount: options.refetchOnMount === 'always',
		...options,
	})
	// A read under way is not sent a second time.
	return { data, error, isPending, isFetching, retry: () => void refetch({ cancelRefetch: false }) }
}

/** Reads a list part by part. A row that moved into a later part meanwhile is shown once. */
export function useReadPages<E extends Endpoint, Row extends { id: string | number }>(
	endpoint: E,
	input: Input<E>,
	getRows: (answer: ResponseBody<E>) => Row[],
) {
	const query = useInfiniteQuery(readPages(endpoint, input))
	const pages = query.data?.pages
	const rows = pages && [...new Map(pages.flatMap(getRows).map((row) => [row.id, row])).values()]
	const next = pages ? getNextPage(pages.at(-1), (input as { query?: PageQuery }).query, pages.length) : null
	return {
		/** Undefined until the first part has come. */
		rows,
		/** The first part's whole answer. */
		first: pages?.[0],
		error: query.error,
		/** What leads to the next part: a page or a cursor; null at the end. */
		next,
		isPending: query.isPending,
		/** Also while a part that failed is tried again. */
		isLoadingMore: query.isFetchingNextPage || (query.error !== null && query.isFetching),
		more: () => {
			if (!query.isFetchingNextPage) void query.fetchNextPage()
		},
		retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
	}
}

interface SendOptions<E extends Endpoint> {
	onDone?: (answer: ResponseBody<E>, input: Input<E>) => void
	/** For a refusal that leads elsewhere; what is only said is in `error`. */
	onRefused?: (error: ApiError) => void
	/** What was read from these is read again. */
	invalidates?: readonly Endpoint[]
	/** For a form that its success replaces: sends nothing after it. */
	once?: boolean
	/** Sends while an earlier call is under way; else such a call is ignored, as the second press of a double click. */
	isConcurrent?: boolean
}

/** Sends one call at a time; `onDone` gets the answer. */
export function useSend<E extends Endpoint>(
	endpoint: E,
	{ onDone, onRefused, invalidates = [], once = false, isConcurrent = false }: SendOptions<E> = {},
) {
	const client = useQueryClient()
	// Two presses in one moment both come before the next render, so state is too late.
	const isLocked = useRef(false)
	const isInFlight = useRef(false)
	// Sent again, what may have arrived is the same call.
	const lastCall = useRef({ content: '', key: '' })
	const { mutate, error, isPending, isSuccess, submittedAt, reset } = useMutation<ResponseBody<E>, ApiError, Input<E>>({
		mutationFn: (input) => {
			const content = JSON.stringify(input)
			if (lastCall.current.content !== content)
				lastCall.current = { content, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
			return callEndpoint(client, endpoint, input, { idempotencyKey: lastCall.current.key })
		},
		onSuccess: (answer, input) => {
			isInFlight.current = false
			lastCall.current.content = ''
			for (const { url } of invalidates) void client.invalidateQueries({ queryKey: [url] })
			onDone?.(answer, input)
		},
		onError: (error) => {
			isInFlight.current = false
			onRefused?.(error)
		},
	})
	const isOpen = !isPending && !(once && isSuccess)
	// biome-ignore lint/correctness/useExhaustiveDependencies: a call that ends before it is rendered differs by its time
	useEffect(() => {
		if (isOpen) isLocked.current = false
	}, [isOpen, submittedAt])
	return {
		send: (input: Input<E>) => {
			if (isLocked.current && !isConcurrent) return
			isLocked.current = true
			isInFlight.current = true
			mutate(input)
		},
		error,
		isSending: isPending,
		isDone: isSuccess,
		/** Forgets how the last call ended; a call that is under way goes on. */
		reset: () => {
			if (!isInFlight.current || isConcurrent) reset()
		},
	}
}

/** Options of any kind of reading; what they give is nothing that preloading needs to know. */
interface QueryToLoad {
	queryKey: readonly unknown[]
	initialPageParam?: unknown
}

/**
 * Reads for a page that is about to show, unless it is there. Never throws: the page shows what failed. The server
 * waits for all of it, the browser only for a moment.
 */
export async function preload(client: QueryClient, ...readings: readonly QueryToLoad[]): Promise<void> {
	const all = Promise.all(readings.map((reading) => load(client, reading).catch(() => undefined)))
	await (isServer ? all : Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_LOADER_WAIT_MS))]))
}

async function load(client: QueryClient, reading: QueryToLoad): Promise<unknown> {
	// What is stale is shown at once and read again by the page itself.
	const { initialPageParam, ...options } = { ...reading, staleTime: 'static' } as const
	if (initialPageParam === undefined) return client.query(options)
	if (!isServer && !client.getQueryData(reading.queryKey))
		await import('./list-cache.ts').then(
			({ restoreList: recallList }) => recallList(client, reading.queryKey),
			() => {},
		)
	return client.infiniteQuery({ ...options, initialPageParam })
}

/** How loaders find the query client. */
export const queryClientContext = createContext<QueryClient>()

/** A page's loader: `preload`s what the page reads; gives the router nothing. */
export function createLoader(load: (page: { client: QueryClient; params: Params; url: URL }) => Promise<void>) {
	return async ({ context, params, request }: LoaderFunctionArgs): Promise<null> => {
		await load({ client: context.get(queryClientContext), params, url: new URL(request.url) })
		return null
	}
}
