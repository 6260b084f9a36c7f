import { NO_STEAM_KEY } from '#contract/imports.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Services } from '#server/services.ts'
import { addFilePiece, hasFile, type ImportRecord, lockImport } from './queries.ts'
import { FileProblem } from './sources/source.ts'
import { steam } from './sources/steam.ts'

const PIECE_BYTES = 512 * 1024

/** Whether an import is to be read from Steam, which can take minutes. */
export const isAskingSteam = ({ source, state }: ImportRecord) => source === steam.name && state === 'reading'

/** Asks Steam for the profile of an import, and stores the answer as its file, unless that is there. Throws `FileProblem`. */
export async function fetchProfile(
	{ db, steam: library }: Services,
	{ id, file_name }: ImportRecord,
	stopping = new AbortController().signal,
): Promise<void> {
	if (await hasFile(db, id)) return
	if (!library) throw new FileProblem(NO_STEAM_KEY.error)
	const answer = await library.read(file_name ?? '', stopping)
	if ('problem' in answer) throw new FileProblem(answer.problem)
	const bytes = Buffer.from(JSON.stringify(answer))
	await inTransaction(db, async (tx) => {
		if (!(await lockImport(tx, id, 'reading')) || (await hasFile(tx, id))) return
		for (let piece = 0; piece * PIECE_BYTES < bytes.length; piece++)
			await addFilePiece(tx, id, piece, bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES))
	})
}
