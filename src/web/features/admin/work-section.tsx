import { type BackgroundJob, getWork, retryMails, runJob, type Work } from '#contract/admin-work.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { formatCount, pluralize } from '#web/app/format.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './admin-lines.module.css'
import { JOB_WORDS } from './job-words.ts'
import { SectionState } from './section-state.tsx'

const POLL_MS = 5000

/** What the processes of the site do beside answering requests. */
export function Section() {
	const { data, error, retry } = useRead(getWork, {}, { refetchInterval: POLL_MS, refetchOnMount: 'always' })
	if (!data) return <SectionState endpoint={getWork} error={error} onRetry={retry} />
	const { mails, jobs, migrations } = data
	return (
		<div className={css.parts}>
			<section className={css.part}>
				<h2>Waiting</h2>
				<Mails mails={mails} />
				<Backlog title="Push messages" {...data.pushes} none="None waiting." />
				<Backlog title="Deletions" {...data.purges} none="Nothing is being deleted." />
				{migrations.length > 0 && (
					<p className={css.small}>
						Database changes waiting for all processes of earlier versions to stop: {migrations.join(', ')}
					</p>
				)}
			</section>
			<section className={css.part}>
				<h2>Jobs</h2>
				<p className={css.small}>Each job runs in one process at a time.</p>
				<ul className={css.lines} aria-label="Jobs">
					{jobs.map((job) => (
						<li key={job.name} className={css.line}>
							<Job job={job} />
						</li>
					))}
				</ul>
			</section>
		</div>
	)
}

function Mails({ mails: { count, oldestAt, failing, errors } }: { mails: Work['mails'] }) {
	const { send, error, isSending, isDone } = useSend(retryMails, { invalidates: [getWork] })
	return (
		<>
			<div className={css.line}>
				<span className={css.words}>
					<strong>Mails</strong>
					<span className={css.small}>
						{count === 0 ? 'None waiting.' : <Waiting count={count} oldestAt={oldestAt} />}
					</span>
					{failing > 0 && (
						<span className={css.bad}>
							{pluralize(failing, 'mail')} could not be sent:{' '}
							{errors.map(({ code, count }) => `${code} (${formatCount(count)})`).join(', ')}
						</span>
					)}
				</span>
				{count > 0 && (
					<Button aria-disabled={isSending} onClick={() => isSending || send({})}>
						Retry Now
					</Button>
				)}
			</div>
			<FormFailure error={error} fallback={retryMails.config.failure} />
			<Notice message={isDone ? 'Retrying…' : null} durationMs={5000} />
		</>
	)
}

function Backlog({ title, count, oldestAt, none }: Work['pushes'] & { title: string; none: string }) {
	return (
		<div className={css.line}>
			<span className={css.words}>
				<strong>{title}</strong>
				<span className={css.small}>{count === 0 ? none : <Waiting count={count} oldestAt={oldestAt} />}</span>
			</span>
		</div>
	)
}

function Waiting({ count, oldestAt }: Work['pushes']) {
	return (
		<>
			{formatCount(count)} waiting
			{oldestAt && (
				<>
					, the oldest from <Time time={oldestAt} inSentence />
				</>
			)}
		</>
	)
}

function Job({ job }: { job: BackgroundJob }) {
	const { name, isRunning, isRequested, finishedAt, durationMs, nextAt, hasFailed, failedAt, error } = job
	const { send, error: failure, isSending } = useSend(runJob, { invalidates: [getWork] })
	const words = JOB_WORDS[name]
	const isBusy = isSending || isRunning || isRequested
	return (
		<>
			<span className={css.words}>
				<strong>{words?.title ?? name}</strong>
				{words && <span className={css.small}>{words.does}</span>}
				<span className={css.small}>
					{isRunning ? 'Running now' : isRequested ? 'About to run' : finishedAt ? null : 'Has not run yet'}
					{!isRunning && !isRequested && finishedAt && (
						<>
							Last run <Time time={finishedAt} inSentence />
							{durationMs !== null && `, ${formatDuration(durationMs)}`}
							{nextAt && Date.parse(nextAt) > Date.now() && (
								<>; next in {formatDuration(Date.parse(nextAt) - Date.now())}</>
							)}
						</>
					)}
				</span>
				{hasFailed ? (
					<span className={css.bad}>The last run failed: {error}</span>
				) : (
					failedAt && (
						<span className={css.small}>
							Failed last <Time time={failedAt} inSentence />: {error}
						</span>
					)
				)}
				<FormFailure error={failure} fallback={runJob.config.failure} />
			</span>
			<Button
				aria-label={`Run Now: ${words?.title ?? name}`}
				aria-disabled={isBusy}
				onClick={() => isBusy || send({ params: { job: name } })}
			>
				Run Now
			</Button>
		</>
	)
}

/** Formats milliseconds at the precision that people need. */
function formatDuration(ms: number): string {
	if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
	if (ms < 120_000) return `${Math.round(ms / 1000)} s`
	return `${Math.round(ms / 60_000)} min`
}
