import { Link, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useSession } from '#web/app/session.tsx'
import { LIKE_LOOKS, LikeFace, type LikeFaceProps } from './like-face.tsx'
import { rememberLike } from './remembered-like.ts'

interface LikeButtonProps extends LikeFaceProps {
	/** Where visitors return after the login; by default here. */
	returnTo?: string
}

export interface LikeControlProps extends LikeFaceProps {
	/** The login path for those whose session has ended. */
	login: string
}

// Visitors never need it
const LikeControl = lazy(() => import('./like-control.tsx'), 'LikeControl', {
	placeholder: (props: LikeControlProps) => (
		<span className={LIKE_LOOKS[props.look ?? 'button']}>
			<LikeFace {...props} />
		</span>
	),
})

/** A heart that likes something, or takes the like back. It leads visitors to the login, after which what they pressed is liked. */
export function LikeButton(props: LikeButtonProps) {
	const { kind, of, look = 'button', returnTo } = props
	const { pathname, search } = useLocation()
	const login = paths.login({ redirect: returnTo ?? pathname + search, message: `like-${kind}` })
	if (useSession().status === 'in') return <LikeControl {...props} login={login} />
	return (
		<Link
			className={LIKE_LOOKS[look]}
			to={login}
			onClick={({ metaKey, ctrlKey, shiftKey, altKey }) => {
				// Another tab does not know what was pressed here
				if (!(metaKey || ctrlKey || shiftKey || altKey)) rememberLike({ kind, id: of.id })
			}}
		>
			<LikeFace {...props} />
		</Link>
	)
}
