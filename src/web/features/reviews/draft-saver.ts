import { deleteReviewDraft, getReviewDraft, type ServerReviewDraft, saveReviewDraft } from '#contract/review-drafts.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { readCredentials } from '#web/app/credentials.ts'
import { createDraftState, type DraftOfForm, type SavingStatus } from './draft-state.ts'
import { type ReviewDraft, toSavedDraft } from './review-draft.ts'

/** How long after the last key a draft is saved. */
const DELAY_MS = 1000
const RETRY_MS = 10_000
/** Browsers send up to 64 KiB while a page is left; a character has up to four bytes. */
const MAX_KEEPALIVE_LENGTH = 15_000

/** How long a form waits for what an earlier one still sends. */
const MAX_WAIT_MS = 3_000

const sending = new Set<Promise<void>>()

function track(saving: Promise<void>): Promise<void> {
	const tracked = saving.finally(() => sending.delete(tracked))
	sending.add(tracked)
	return tracked
}

/** Resolves once the forms of this page have sent their drafts, at most after three seconds. */
export async function waitForSaves(): Promise<void> {
	await Promise.race([Promise.allSettled(sending), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

export interface SavingState {
	status: SavingStatus
	savedAt: string | null
	other: ServerReviewDraft | null
}

interface SaverOptions extends DraftOfForm {
	onState: (state: SavingState) => void
	/** Called after the server's draft has changed. */
	onSaved: () => void
	/** Called when the form takes over the server's draft. */
	onUse: (draft: ReviewDraft) => void
}

export type DraftSaver = ReturnType<typeof createDraftSaver>

/**
 * Saves the draft of a form on the server a second after its last change, and again when the network is back. A version
 * that was saved elsewhere is never overwritten: the author chooses, and until then nothing is saved.
 */
export function createDraftSaver({ onState, onSaved, onUse, ...form }: SaverOptions) {
	const { userId, gameId, known } = form
	const state = createDraftState(form)
	let timer: ReturnType<typeof setTimeout> | undefined
	let isSending = false
	let isPaused = false
	let isStopped = false
	let isFinished = false
	const save = () => track(send())

	function show(status: SavingStatus): void {
		if (!isStopped) onState({ status, savedAt: state.savedAt, other: state.other })
	}

	/** Stores the content, says where it is, and saves it if it has changed. */
	function settle(delayMs = DELAY_MS): void {
		state.persist(isStopped)
		const status = state.getStatus()
		show(status)
		if (status === 'unsaved') schedule(delayMs)
	}

	function schedule(delayMs: number): void {
		clearTimeout(timer)
		if (!isStopped) timer = setTimeout(() => void save(), delayMs)
	}

	async function send(): Promise<void> {
		clearTimeout(timer)
		if (isSending || isPaused || isFinished || state.other || !state.isChanged() || !isAccount(userId)) return
		const content = state.isEmpty(state.content) ? null : state.content
		isSending = true
		try {
			// The server may have what was sent before, though there was no response
			const present = known.sent && (await fetchDraft(gameId))
			isSending = present === null
			if (present) return meet(present.draft)
			known.sent = content
			state.persist(isStopped)
			state.accept(await sendDraft(gameId, content, known.version), content)
			isSending = false
			onSaved()
			if (isFinished) return discard()
			settle()
		} catch (error) {
			isSending = false
			if (isFinished) return discard()
			if (!(error instanceof ApiError)) throw error
			if (error.status === 409) return meet((error.body as { draft: ServerReviewDraft | null }).draft)
			show('device')
			if (error.status === 0 || error.status === 429 || error.status >= 500) schedule(RETRY_MS)
		}
	}

	function meet(present: ServerReviewDraft | null): void {
		const used = state.meet(present)
		if (used && !isStopped) onUse(used)
		settle()
	}
	/** Looks for a draft that another device or tab has saved meanwhile. */
	async function refresh(): Promise<void> {
		const { version } = known
		const isBusy = () => isSending || isPaused || isStopped || isFinished || state.other || known.version !== version
		if (isBusy() || !isAccount(userId)) return
		const answer = await fetchDraft(gameId).catch(() => null)
		if (answer && !isBusy()) meet(answer.draft)
	}

	// If this fails, the form offers the draft again
	const discard = () => void deleteVersion(gameId, known.version, false).then(onSaved, () => {})

	return {
		/** Begins to save; returns a function that saves once more and stops. */
		start(): () => void {
			const unwatch = watchPage(save, refresh)
			settle()
			return () => {
				unwatch()
				void save()
				clearTimeout(timer)
				isStopped = true
			}
		},
		/** Takes over the content of the form. */
		change(draft: ReviewDraft): void {
			if (draft === state.content) return
			state.content = draft
			settle()
		},
		/** Saves nothing while the review is being published. */
		setPaused(isPublishing: boolean): void {
			const hasFailed = isPaused && !isPublishing
			isPaused = isPublishing
			if (hasFailed) settle()
		},
		/** Ends the choice with the draft from elsewhere, or with the form's own, which replaces it. */
		choose(choice: 'theirs' | 'mine'): void {
			state.choose(choice)
			if (choice === 'theirs') onUse(state.content)
			settle(0)
		},
		/** Stops for good and deletes the draft; the publication of a review has done so already. */
		finish(isPublished: boolean): void {
			isFinished = true
			clearTimeout(timer)
			// A save on its way is discarded once it has arrived
			if (!isSending && !isPublished) discard()
		},
	}
}

/** Saves when the page is hidden or left, and refreshes when it is shown or the network is back; returns a function that ends this. */
function watchPage(save: () => Promise<void>, refresh: () => Promise<void>): () => void {
	const watch = new AbortController()
	const { signal } = watch
	const saveOrRefresh = () => void (document.visibilityState === 'hidden' ? save() : refresh())
	document.addEventListener('visibilitychange', saveOrRefresh, { signal })
	window.addEventListener('pagehide', () => void save(), { signal })
	window.addEventListener('online', () => void refresh().then(save), { signal })
	return () => watch.abort()
}

/** Whether the browser is logged in to an account; another one may have logged in since the form opened. */
function isAccount(userId: string): boolean {
	const { accessToken, user } = readCredentials()
	return accessToken !== null && (JSON.parse(user ?? 'null') as { id: string } | null)?.id === userId
}

const fetchDraft = (gameId: number) => call(browserTransport, getReviewDraft, { params: { gameId } })

/** Replaces a version of the server's draft, with null by none. Returns the draft that the server then has. */
async function sendDraft(
	gameId: number,
	content: ReviewDraft | null,
	version: number | null,
): Promise<ServerReviewDraft | null> {
	if (!content) {
		await deleteVersion(gameId, version, true)
		return null
	}
	const input = { params: { gameId }, body: { ...toSavedDraft(content), version } }
	const keepalive = content.description.length < MAX_KEEPALIVE_LENGTH
	return (await call(browserTransport, saveReviewDraft, input, { keepalive })).draft
}

async function deleteVersion(gameId: number, version: number | null, keepalive: boolean): Promise<void> {
	if (version !== null)
		await call(browserTransport, deleteReviewDraft, { params: { gameId }, query: { version } }, { keepalive })
}
