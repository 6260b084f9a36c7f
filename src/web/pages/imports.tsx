import { useLocation, useParams, useSearchParams } from 'react-router'
import { getImport, IMPORT_FROM, OWN_IMPORT_NOT_FOUND } from '#contract/imports.ts'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { lazy } from '#web/app/lazy.tsx'
import { useSession } from '#web/app/session.tsx'
import { TITLE } from '#web/features/imports/import-words.ts'
import { PastImports } from '#web/features/imports/past-imports.tsx'
import { SourceChoice } from '#web/features/imports/source-choice.tsx'
import { SourcePanel } from '#web/features/imports/source-panel.tsx'
import { useImport } from '#web/features/imports/use-import.ts'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './imports.module.css'

const ImportView = lazy(() => import('#web/features/imports/import-view.tsx'), 'ImportView', { placeholder: Loading })

/**
 * Where a member brings their games from elsewhere; with an id, one of their imports: how far it is, what it would write, and what it
 * wrote. Visitors are led to the login.
 */
export function Component() {
	const { status } = useSession()
	const { id } = useParams()
	useHead({ title: TITLE })
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_KEEP_TRACK} />
	return (
		<div data-for="members">
			{id === undefined ? <Sources /> : status === 'in' ? <Loaded key={id} id={id} /> : <Loading />}
		</div>
	)
}

function Sources() {
	const { status } = useSession()
	const [query] = useSearchParams()
	const source = IMPORT_FROM.find((one) => one === query.get('from')) ?? null
	return (
		<>
			<PageHead title={TITLE} lead="Statuses, ratings, dates and reviews, from wherever you kept them." />
			<div className={css.columns}>
				<SourceChoice current={source} />
				<SourcePanel source={source} />
			</div>
			{status === 'in' && <PastImports />}
		</>
	)
}

function Loaded({ id }: { id: string }) {
	const { data, error, retry } = useImport(id)
	const { state } = useLocation()
	if (data)
		return (
			<ImportView
				one={data}
				isLost={error !== null}
				isKnown={(state as { isKnown?: boolean } | null)?.isKnown ?? false}
			/>
		)
	if (isMissing(error))
		return (
			<NotFoundScreen title={OWN_IMPORT_NOT_FOUND.error}>This import doesn’t exist, or it isn’t yours.</NotFoundScreen>
		)
	if (error)
		return (
			<FailureScreen
				title={TITLE}
				sentence={getFailureMessage(error, getImport.config.failure)}
				error={error}
				onRetry={retry}
			/>
		)
	return <Loading />
}

function Loading() {
	return (
		<>
			<PageHead title={TITLE} lead="Loading your import..." />
			<Skeleton shape="block" />
		</>
	)
}
