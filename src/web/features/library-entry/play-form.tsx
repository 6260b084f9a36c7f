import { useQueryClient } from '@tanstack/react-query'
import { type LibraryEntryDetail, saveLibraryEntry } from '#contract/library.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Play } from '#contract/play.ts'
import { createPlay, deletePlay, updatePlay } from '#contract/plays.ts'
import { type ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { useSend } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { useSession } from '#web/app/session.tsx'
import { showToast } from '#web/app/toasts.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { lastPlatform } from '#web/forms/last-platform.ts'
import { PlatformField } from '#web/forms/platform-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { DayField } from './day-field.tsx'
import { refreshEntry } from './entry-cache.ts'
import { formatMinutes } from './minutes.ts'
import { pickPlatform } from './pick-platform.ts'
import css from './play-dialog.module.css'
import { createPlayDraft, findPlayProblems, type PlayDraft, sumSessions, toPlayInput } from './play-draft.ts'
import { STATUS_WORDS } from './status-words.ts'

/** The value of no option: a play that ended, without saying how. */
const UNSAID = 'unsaid'

const OUTCOMES = [
	{ value: '', label: 'Still playing' },
	...(['finished', 'completed', 'abandoned'] as const).map((value) => ({ value, label: STATUS_WORDS[value] })),
]

interface PlayFormProps {
	game: { id: number; platforms: readonly string[] }
	detail: LibraryEntryDetail
	/** The play to edit, null to log a new one. */
	play: Play | null
	onSaved: () => void
}

/** Logs one time through a game, or edits it. Everything is optional. */
export function PlayForm({ game, detail, play, onSaved }: PlayFormProps) {
	const { user } = useSession()
	const storedPlatform = user && lastPlatform(user.id)
	const sending = usePlaySending({ game, detail, play, onSaved })
	const form = useForm<PlayDraft>({
		initial: () => createPlayDraft(play, detail, pickPlatform(detail, game.platforms, storedPlatform?.get() ?? null)),
		validate: (draft, check) => findPlayProblems(draft, check, Date.now()),
		sending,
	})
	const { isReplay, endedOn } = form.draft
	const outcome = form.field('outcome')
	const ofSessions = play ? sumSessions(play, detail.sessions) : 0
	return (
		<Form
			className={css.form}
			form={form}
			failure={sending.failure}
			onSend={(draft) => {
				if (draft.platform) storedPlatform?.set(draft.platform)
				sending.send(toPlayInput(draft))
			}}
		>
			<PlatformField {...form.field('platform')} platforms={game.platforms} isOptional />
			<div className={css.days}>
				<DayField {...form.field('startedOn')} label="Started" />
				<DayField {...form.field('endedOn')} label="Ended" />
			</div>
			<ChoiceField
				{...outcome}
				label="How did it end?"
				options={OUTCOMES}
				value={outcome.value === '' && endedOn !== '' ? UNSAID : outcome.value}
				onChange={(value) => form.set({ outcome: value, ...(value === '' && { endedOn: '' }) })}
			/>
			<TextField
				{...form.field('minutes')}
				label="Time"
				autoComplete="off"
				placeholder="12 h 30 min"
				hint={ofSessions > 0 ? `Leave empty to use the sum of its sessions, ${formatMinutes(ofSessions)}` : undefined}
			/>
			<TextArea {...form.field('note')} label="Private note" rows={2} maxLength={2 * LIMITS.playNoteMax} />
			<label className={css.replay}>
				<input
					type="checkbox"
					name="isReplay"
					checked={isReplay}
					onChange={(event) => form.set({ isReplay: event.currentTarget.checked })}
				/>
				I’ve played it before
			</label>
			<SubmitButton isSending={form.isSending} sendingLabel="Saving...">
				{play ? 'Save Play' : 'Log Play'}
			</SubmitButton>
		</Form>
	)
}

/** Sends a new or changed play. A new one sets the status, so Undo brings back the one before. */
function usePlaySending({ game, detail, play, onSaved }: PlayFormProps) {
	const client = useQueryClient()
	const refresh = () => refreshEntry(client, game.id)
	const undo = async (created: Play) => {
		try {
			await call(browserTransport, deletePlay, { params: { id: created.id } })
			const body = { status: detail.entry?.status ?? null }
			await call(browserTransport, saveLibraryEntry, { params: { gameId: game.id }, body })
		} catch (error) {
			showToast({ kind: 'bad', message: getChangeFailure(error as ApiError, deletePlay.config.failure) })
		}
		refresh()
	}
	const creating = useSend(createPlay, {
		once: true,
		onDone: (created) => {
			refresh()
			onSaved()
			showToast({ message: 'Play logged', actions: [{ label: 'Undo', onPress: () => void undo(created) }] })
		},
	})
	const updating = useSend(updatePlay, {
		onDone: () => {
			refresh()
			onSaved()
			showToast({ message: 'Play saved' })
		},
	})
	const { error, isSending, reset } = play ? updating : creating
	return {
		error,
		isSending,
		reset,
		failure: (play ? updatePlay : createPlay).config.failure,
		send: (body: ReturnType<typeof toPlayInput>) =>
			play ? updating.send({ params: { id: play.id }, body }) : creating.send({ params: { gameId: game.id }, body }),
	}
}
