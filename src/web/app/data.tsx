import {
	infiniteQueryOptions,
	type keepPreviousData,
	QueryClient,
	type QueryKey,
	queryOptions,
	type UseQueryOptions,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createContext, type LoaderFunctionArgs, type Params } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import {
	type ApiError,
	type CallOptions,
	call,
	createUnreadableError,
	type Input,
	type ResponseBody,
	type Transport,
} from './api-client.ts'
import { hasShape } from './response-shape.ts'

declare module '@tanstack/react-query' {
	interface Register {
		defaultError: ApiError
	}
}

const isServer = typeof window === 'undefined'
/** A page change waits this long for its data, so that fast responses show no skeleton. */
const MAX_LOADER_WAIT_MS = 150

const transports = new WeakMap<QueryClient, Transport>()

/** Creates the cache of API responses, bound to a transport. One per browser tab and one per server-rendered page. */
export function createQueryClient(transport: Transport): QueryClient {
	const client = new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 30_000,
				// Back restores the loaded pages of a list
				gcTime: isServer ? Number.POSITIVE_INFINITY : 30 * 60_000,
				networkMode: 'always',
				refetchOnWindowFocus: false,
				refetchOnReconnect: false,
				// A failure stays until the user retries, so that hydration matches the server's HTML
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
	if (!transport) throw new Error('This query client was not created by createQueryClient')
	return call(transport, endpoint, input, options)
}

/** Fetches data for a screen; throws an `ApiError` if the response does not have the endpoint's shape. */
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

/** Returns the query options of a read: for preloading what `useRead` reads, or for accessing the cache by `queryKey`. */
export function read<E extends Endpoint>(endpoint: E, input: Input<E>) {
	return queryOptions<ResponseBody<E>, ApiError>({
		queryKey: [endpoint.url, input],
		queryFn: ({ client, signal }) => fetchChecked(client, endpoint, input, signal),
	})
}

type PartOptions<T> = UseQueryOptions<T, ApiError> & { queryKey: QueryKey }

/** Like `read`, but caches only what `pick` returns, because a page embeds its data in the HTML. */
export function readPart<E extends Endpoint, T>(
	endpoint: E,
	input: Input<E>,
	name: string,
	pick: (answer: ResponseBody<E>) => T,
): PartOptions<T> {
	return queryOptions<T, ApiError>({
		queryKey: [endpoint.url, name, input],
		queryFn: async ({ client, signal }) => pick(await fetchChecked(client, endpoint, input, signal)),
	})
}

/** The next page of a list: a page number or a cursor, depending on the endpoint's pagination. */
type NextPage = { page: number } | { cursor: string } | null

/** Returns the query options of a paginated list; `input` selects the first page. */
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

/** Returns the page after the last loaded one, null at the end of the list. */
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
	/** Keeps the answer to the previous input until there is one to the new input. */
	placeholderData?: typeof keepPreviousData
	enabled?: boolean
	/** In milliseconds; polls while the page is visible. */
	refetchInterval?: number
	refetchOnMount?: 'always'
	refetchOnWindowFocus?: 'always'
}

/** Reads one response; components that read the same share one request and one cache entry. */
export function useRead<E extends Endpoint>(endpoint: E, input: Input<E>, options: ReadOptions = {}) {
	const { data, error, isPending, isFetching, refetch } = useQuery({
		...read(endpoint, input),
		// A read that refetches on every mount also retries on every mount
		retryOnMount: options.refetchOnMount === 'always',
		...options,
	})
	// A retry joins a read that is in flight
	return { data, error, isPending, isFetching, retry: () => void refetch({ cancelRefetch: false }) }
}

/** Reads what `readPart` describes, like `useRead`. */
export function useReadPart<T>(part: PartOptions<T>) {
	const { data, error, refetch } = useQuery(part)
	return { data, error, retry: () => void refetch({ cancelRefetch: false }) }
}

/** Reads a list page by page. Dedupes rows that moved to a later page between requests. */
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
		/** Undefined until the first page has loaded. */
		rows,
		/** The whole response of the first page. */
		first: pages?.[0],
		error: query.error,
		/** The next page or cursor, null at the end. */
		next,
		isPending: query.isPending,
		/** Also true while a failed page is retried. */
		isLoadingMore: query.isFetchingNextPage || (query.error !== null && query.isFetching),
		more: () => {
			if (!query.isFetchingNextPage) void query.fetchNextPage()
		},
		retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
	}
}

interface SendOptions<E extends Endpoint> {
	onDone?: (answer: ResponseBody<E>, input: Input<E>) => void
	/** For failures that need an action, such as a redirect; to only display one, use `error`. */
	onError?: (error: ApiError, input: Input<E>) => void
	/** Cached reads of these endpoints are invalidated on success. */
	invalidates?: readonly Endpoint[]
	/** Ignores all calls after a success, for a form that is then replaced. */
	once?: boolean
	/** Allows concurrent calls; by default a call during another one is ignored, such as the second press of a double click. */
	isConcurrent?: boolean
}

/** Sends one call at a time; `onDone` receives the response. */
export function useSend<E extends Endpoint>(
	endpoint: E,
	{ onDone, onError, invalidates = [], once = false, isConcurrent = false }: SendOptions<E> = {},
) {
	const client = useQueryClient()
	// A ref, because two quick presses can both come before the next render
	const isLocked = useRef(false)
	const isInFlight = useRef(false)
	// A retry of the same content reuses the key, because the first attempt may have reached the server
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
		onError: (error, input) => {
			isInFlight.current = false
			onError?.(error, input)
		},
	})
	const isOpen = !isPending && !(once && isSuccess)
	// biome-ignore lint/correctness/useExhaustiveDependencies: submittedAt distinguishes calls that settle before the next render
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
		/** Clears the result of the last call; does not affect a call in flight. */
		reset: () => {
			if (!isInFlight.current || isConcurrent) reset()
		},
	}
}

/** Query options of any read, without its result type, which preloading does not need. */
interface QueryToLoad {
	queryKey: readonly unknown[]
	initialPageParam?: unknown
}

/**
 * Loads data for the next page unless it is cached. Never throws: the page shows the failures. The server waits for
 * everything, the browser at most `MAX_LOADER_WAIT_MS`.
 */
export async function preload(client: QueryClient, ...readings: readonly QueryToLoad[]): Promise<void> {
	const loaded = Promise.all(readings.map((reading) => load(client, reading).catch(() => undefined)))
	await (isServer ? loaded : Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, MAX_LOADER_WAIT_MS))]))
}

async function load(client: QueryClient, reading: QueryToLoad): Promise<unknown> {
	// Stale data is shown at once; the page itself refetches it
	const { initialPageParam, ...options } = { ...reading, staleTime: 'static' } as const
	if (initialPageParam === undefined) return client.query(options)
	if (!isServer && !client.getQueryData(reading.queryKey))
		await import('./list-cache.ts').then(
			({ restoreList }) => restoreList(client, reading.queryKey),
			() => {},
		)
	return client.infiniteQuery({ ...options, initialPageParam })
}

/** Gives loaders access to the query client. */
export const queryClientContext = createContext<QueryClient>()

/** Creates a page's loader, which `preload`s the page's data and returns nothing to the router. */
export function createLoader(load: (page: { client: QueryClient; params: Params; url: URL }) => Promise<void>) {
	return async ({ context, params, request }: LoaderFunctionArgs): Promise<null> => {
		await load({ client: context.get(queryClientContext), params, url: new URL(request.url) })
		return null
	}
}
