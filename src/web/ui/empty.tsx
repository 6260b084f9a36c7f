import type { ReactNode } from 'react'
import css from './empty.module.css'
import { FrameIcon } from './frame-icon.tsx'
import { Scene, type SceneName } from './scene.tsx'

/** An empty state or error state: a sentence and at most one action. */
export function Empty({
	children,
	action,
	scene,
	alert = false,
}: {
	children: ReactNode
	action?: ReactNode
	/** By default the crystal, which needs no file: for what may be offline, and for logging in and saving. */
	scene?: SceneName
	alert?: boolean
}) {
	return (
		<div className={css.empty} role={alert ? 'alert' : undefined}>
			{scene ? (
				<Scene name={scene} />
			) : (
				<span className={css.drawing}>
					<FrameIcon name="crystal" size={64} />
				</span>
			)}
			<p>{children}</p>
			{action}
		</div>
	)
}
