import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { getImport, getImports, type Import } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { read } from '#web/app/data.tsx'
import { uploadGames } from './upload.ts'

type Body = Parameters<typeof uploadGames>[0]['body']

/** Sends a file or a profile, and goes to its import. */
export function useUpload() {
	const client = useQueryClient()
	const navigate = useNavigate()
	const [fraction, setFraction] = useState(0)
	const sending = useRef<AbortController>(null)
	useEffect(() => () => sending.current?.abort(), [])
	const { mutate, reset, isPending, error } = useMutation<Import, ApiError, Body>({
		mutationFn: (body) => {
			sending.current?.abort()
			const controller = new AbortController()
			sending.current = controller
			setFraction(0)
			return uploadGames({ body, signal: controller.signal, onProgress: setFraction })
		},
		onSuccess: (answer) => {
			client.setQueryData(read(getImport, { params: { id: answer.id } }).queryKey, answer)
			void client.invalidateQueries({ queryKey: [getImports.url] })
			// The same file once more answers with the import that it already is
			void navigate(paths.import(answer.id), { state: { isKnown: answer.state === 'applied' } })
		},
	})
	return {
		isSending: isPending,
		/** How much has left, 0 to 1. */
		fraction,
		error,
		start: (body: Body) => {
			if (!isPending) mutate(body)
		},
		cancel: () => {
			sending.current?.abort()
			reset()
		},
		reset,
	}
}
