import { type DragEvent, useRef, useState } from 'react'
import { PICTURE_LIMITS, PICTURE_TYPES } from '#contract/profile.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { FieldMessage } from '#web/ui/field.tsx'
import { choosePicture, type PictureChoice } from './picture-choice.ts'
import css from './picture-field.module.css'
import { PicturePreview } from './picture-preview.tsx'

interface PictureFieldProps {
	username: string
	/** The account's saved picture. */
	current: string | null
	choice: PictureChoice
	/** The server's validation message for the picture. */
	problem: string | undefined
	onChange: (choice: PictureChoice) => void
}

/** Keeps, replaces or removes the profile picture. */
export function PictureField({ username, current, choice, problem, onChange }: PictureFieldProps) {
	const [rejection, setRejection] = useState<string>()
	const [isOver, setOver] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	const latest = useRef<File>(null)
	const chosen = typeof choice === 'object' ? choice : null
	const hasPicture = chosen !== null || (choice === 'unchanged' && current !== null)

	const chooseFile = async (file: File | undefined) => {
		if (!file) return
		latest.current = file
		const picture = await choosePicture(file)
		// Another file was chosen while this one was decoded
		if (latest.current !== file) return
		setRejection(typeof picture === 'string' ? picture : undefined)
		if (typeof picture !== 'string') onChange(picture)
	}
	const decide = (next: 'unchanged' | 'removed') => {
		latest.current = null
		setRejection(undefined)
		onChange(next)
		// The clicked button may have been removed
		input.current?.focus()
	}
	const drag = {
		onDragOver: (event: DragEvent) => {
			event.preventDefault()
			setOver(true)
		},
		onDragLeave: () => setOver(false),
		onDrop: (event: DragEvent) => {
			event.preventDefault()
			setOver(false)
			void chooseFile(event.dataTransfer.files[0])
		},
	}
	return (
		<fieldset className={css.field}>
			<legend className={css.legend}>Profile picture</legend>
			<div className={`${card.card} ${css.row}`} data-over={isOver || undefined} {...drag}>
				<div className={css.shown}>
					{chosen ? (
						<PicturePreview bitmap={chosen.bitmap} />
					) : (
						<Avatar name={username} src={choice === 'unchanged' ? current : null} size="large" />
					)}
				</div>
				<div className={css.side}>
					<div className={css.buttons}>
						<label className={`${buttonClass('quiet')} ${css.choose} focus-frame`}>
							{hasPicture ? 'Replace Picture' : 'Choose Picture'}
							<input
								ref={input}
								type="file"
								name="profilePicture"
								accept={PICTURE_TYPES.join()}
								aria-describedby="picture-message"
								onChange={({ currentTarget }) => {
									void chooseFile(currentTarget.files?.[0])
									// Allows choosing the same file again
									currentTarget.value = ''
								}}
							/>
						</label>
						{hasPicture && (
							<Button kind="plain" onClick={() => decide(current === null ? 'unchanged' : 'removed')}>
								Remove
							</Button>
						)}
						{choice !== 'unchanged' && current !== null && (
							<Button kind="plain" onClick={() => decide('unchanged')}>
								Undo
							</Button>
						)}
					</div>
					<FieldMessage id="picture-message" problem={rejection ?? problem}>
						Recommended: a square image of at least 200x200 pixels. JPEG, PNG, WebP, GIF or AVIF, up to{' '}
						{PICTURE_LIMITS.bytes / 1024 ** 2} MB.
					</FieldMessage>
					<p role="status" className={css.state}>
						{chosen ? 'Save to use this picture.' : choice === 'removed' && 'Save to remove your picture.'}
					</p>
				</div>
			</div>
		</fieldset>
	)
}
