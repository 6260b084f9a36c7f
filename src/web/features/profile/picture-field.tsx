import { type DragEvent, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/profile.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { FieldMessage } from '#web/ui/field.tsx'
import { choosePicture, type PictureChoice } from './picture-choice.ts'
import css from './picture-field.module.css'
import { PicturePreview } from './picture-preview.tsx'

interface PictureFieldProps {
	username: string
	/** The picture that the account has. */
	current: string | null
	choice: PictureChoice
	/** What the server says is wrong with the choice. */
	problem: string | undefined
	onChange: (choice: PictureChoice) => void
}

/** The profile picture, which is kept, replaced by an image file, or removed. */
export function PictureField({ username, current, choice, problem, onChange }: PictureFieldProps) {
	const [rejection, setRejection] = useState<string>()
	const [isOver, setOver] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	const latest = useRef<File>(null)
	const chosen = typeof choice === 'object' ? choice : null
	const hasPicture = chosen !== null || (choice === 'kept' && current !== null)

	const chooseFile = async (file: File | undefined) => {
		if (!file) return
		latest.current = file
		const picture = await choosePicture(file)
		// Another was chosen while this one was looked at
		if (latest.current !== file) return
		setRejection(typeof picture === 'string' ? picture : undefined)
		if (typeof picture !== 'string') onChange(picture)
	}
	const decide = (next: 'kept' | 'removed') => {
		latest.current = null
		setRejection(undefined)
		onChange(next)
		// The button that was pressed may be gone
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
						<Avatar name={username} src={choice === 'kept' ? current : null} size="large" />
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
								aria-describedby="picture-said"
								onChange={({ currentTarget }) => {
									void chooseFile(currentTarget.files?.[0])
									// So that the same file can be chosen again
									currentTarget.value = ''
								}}
							/>
						</label>
						{hasPicture && (
							<Button kind="plain" onClick={() => decide(current === null ? 'kept' : 'removed')}>
								Remove
							</Button>
						)}
						{choice !== 'kept' && current !== null && (
							<Button kind="plain" onClick={() => decide('kept')}>
								Undo
							</Button>
						)}
					</div>
					<FieldMessage id="picture-said" problem={rejection ?? problem}>
						Recommended: a square image of at least 200x200 pixels. JPEG, PNG, WebP, GIF or AVIF, 5 MB at most.
					</FieldMessage>
					<p role="status" className={css.state}>
						{chosen
							? 'This picture is shown once you save.'
							: choice === 'removed' && 'The picture goes once you save.'}
					</p>
				</div>
			</div>
		</fieldset>
	)
}
