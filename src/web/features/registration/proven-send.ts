import { useRef, useState } from 'react'
import type { forgotPassword } from '#contract/account.ts'
import { WORK_NEEDED } from '#contract/registration.ts'
import type { createReport } from '#contract/reports.ts'
import type { register } from '#contract/sessions.ts'
import type { Input, ResponseBody } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'

const loadSolver = () => import('./solve-work.ts')

/** The calls that may need a proof of work. */
type ProvenEndpoint = typeof register | typeof forgotPassword | typeof createReport

interface ProvenSendOptions<E extends ProvenEndpoint> {
	/** Whether the site always asks for a proof; otherwise there is one once the server has asked. */
	isNeeded: boolean
	onDone: (answer: ResponseBody<E>) => void
	once?: boolean
}

/**
 * Like `useSend`, for calls that may need a proof of work: it is made while the form is filled in, if `prepare` is called, and
 * again if the server asks for one.
 */
export function useProvenSend<E extends ProvenEndpoint>(
	endpoint: E,
	{ isNeeded, onDone, once = false }: ProvenSendOptions<E>,
) {
	const solving = useRef<Promise<string | undefined> | null>(null)
	const lastBody = useRef<object | null>(null)
	const [isProving, setProving] = useState(false)
	const solve = () => {
		// Without a proof the server says what is missing
		solving.current ??= loadSolver()
			.then((solver) => solver?.solveWork())
			.catch(() => undefined)
		return solving.current
	}
	const sendProven = async (body: object) => {
		setProving(true)
		const proof = await solve()
		solving.current = null
		setProving(false)
		sending.send({ body: { ...body, proof } } as unknown as Input<E>)
	}
	const sending = useSend(endpoint, {
		onDone,
		once,
		onError: ({ code }) => {
			const body = lastBody.current
			lastBody.current = null
			if (code === WORK_NEEDED.code && body) void sendProven(body)
		},
	})
	return {
		error: isProving ? null : sending.error,
		isSending: sending.isSending || isProving,
		reset: sending.reset,
		/** Starts the proof ahead, where one is needed. */
		prepare: () => {
			if (isNeeded) void solve()
		},
		send: (body: object) => {
			if (isProving) return
			// A proof that does not work is made again once
			lastBody.current = body
			if (isNeeded) void sendProven(body)
			else sending.send({ body } as unknown as Input<E>)
		},
	}
}
