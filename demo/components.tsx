import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { listComments } from '#contract/comments.ts'
import { getPopularGames } from '#contract/games.ts'
import { listLists } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import { getPopularReviews, type Review } from '#contract/reviews.ts'
import { useRead } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { showToast } from '#web/app/toasts.ts'
import { CommentItem } from '#web/features/comments/comment-item.tsx'
import { GameCard } from '#web/features/games/game-card.tsx'
import { GameCardSkeleton } from '#web/features/games/game-card-skeleton.tsx'
import { RatingHistogram } from '#web/features/games/rating-histogram.tsx'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { ReviewCardSkeleton } from '#web/features/reviews/review-card-skeleton.tsx'
import { StarInput } from '#web/features/reviews/star-input.tsx'
import { UserRow } from '#web/features/users/user-row.tsx'
import { UserRowSkeleton } from '#web/features/users/user-row-skeleton.tsx'
import { SubmitButton } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, type ButtonKind, buttonClass } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FRAME_ICON_NAMES, FrameIcon } from '#web/ui/frame-icon.tsx'
import { ICON_NAMES, Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { SceneName } from '#web/ui/scene.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { Time } from '#web/ui/time.tsx'
import { Toggles } from '#web/ui/toggles.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './components.module.css'

const KINDS: readonly ButtonKind[] = ['main', 'quiet', 'plain', 'danger']
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const SCENES: readonly SceneName[] = ['shelf', 'book', 'lantern', 'cups', 'bell', 'map', 'plug', 'magnifier', 'seed']
const RATINGS = [0, 0.5, 2.5, 4.5, 5]
const HOUR_MS = 3_600_000
const ratingLinks = { current: null, href: () => '' } as const

/** All components with their states. Only `npm run dev` and the screenshots have this page. */
export function Component() {
	useHead({ title: 'Components', path: '/dev/components', description: 'The components of the site, with all states.' })
	return (
		<>
			<PageHead title="Components" lead="Each exists once. Hover, focus and press them, and switch the theme." />
			<div className={css.parts}>
				<Controls />
				<Marks />
				<States />
				<Content />
			</div>
		</>
	)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className={css.part}>
			<h3>{title}</h3>
			{children}
		</div>
	)
}

/** What people press and fill in. */
function Controls() {
	const [text, setText] = useState('Poker, if the deck could be bribed.')
	const [rating, setRating] = useState(3.5)
	const [period, setPeriod] = useState<'week' | 'month' | 'year'>('month')
	return (
		<>
			<Part title="Button: at rest, disabled, as a link, sending">
				{KINDS.map((kind) => (
					<div key={kind} className={css.row}>
						<Button kind={kind}>Save Changes</Button>
						<Button kind={kind} disabled>
							Save Changes
						</Button>
						<Link className={buttonClass(kind)} to={paths.games()}>
							Browse Games
						</Link>
					</div>
				))}
				<div className={css.row}>
					<SubmitButton isSending={false} sendingLabel="Saving...">
						Save
					</SubmitButton>
					<SubmitButton isSending sendingLabel="Saving...">
						Save
					</SubmitButton>
					<Button kind="icon" aria-label="Close">
						<FrameIcon name="close" />
					</Button>
					<TryAgain onRetry={() => {}} />
				</div>
			</Part>
			<Part title="TextField, TextArea: at rest, with a hint, a problem, disabled">
				<TextField label="Title" value={text} problem={undefined} onChange={setText} />
				<TextField
					label="Title"
					note="optional"
					value=""
					problem={undefined}
					hint="Up to 100 characters"
					onChange={setText}
				/>
				<TextField label="Title" value="" problem="Please enter a title" onChange={setText} />
				<TextField label="Title" value={text} problem={undefined} disabled onChange={setText} />
				<TextArea label="Your review" rows={3} value={text} problem={undefined} onChange={setText} />
				<FormFailure error={null} fallback="" />
			</Part>
			<Part title="StarInput: chosen, empty with a problem">
				<StarInput name="rating" value={rating} problem={undefined} onChange={setRating} />
				<StarInput name="no-rating" value={0} problem="Please choose a rating" onChange={setRating} />
			</Part>
			<Part title="Tabs, Toggles">
				<Tabs label="Periods">
					<Link to="?tab=week" aria-current="page">
						This Week
					</Link>
					<Link to="?tab=month">This Month</Link>
					<Link to="?tab=year">This Year</Link>
				</Tabs>
				<Toggles
					label="Time window"
					options={[
						{ value: 'week', label: 'Week' },
						{ value: 'month', label: 'Month' },
						{ value: 'year', label: 'Year' },
					]}
					current={period}
					onChange={setPeriod}
				/>
			</Part>
		</>
	)
}

/** Small things that say something. */
function Marks() {
	const nowMs = Date.now()
	return (
		<>
			<Part title="Stars">
				{RATINGS.map((rating) => (
					<div key={rating} className={css.row}>
						<Stars rating={rating} size={14} />
						<Stars rating={rating} />
						<Stars rating={rating} size={28} />
					</div>
				))}
			</Part>
			<Part title="RatingHistogram: none, one, many with a chosen bar">
				<RatingHistogram {...ratingLinks} counts={Array.from({ length: 10 }, () => 0)} />
				<RatingHistogram {...ratingLinks} counts={[0, 0, 0, 0, 0, 0, 0, 1, 0, 0]} />
				<RatingHistogram {...ratingLinks} current={4.5} counts={[1, 0, 2, 3, 5, 8, 21, 55, 89, 34]} />
			</Part>
			<Part title="Avatar, with a picture and without">
				<div className={css.row}>
					{(['small', 'medium', 'large'] as const).map((size) => (
						<Avatar key={size} name="mira_k" src={null} size={size} />
					))}
				</div>
			</Part>
			<Part title="Cover without a picture">
				<div className={css.covers}>
					<span className={css.cover60}>
						<Cover src={null} title="Celeste" />
					</span>
					<span className={css.cover112}>
						<Cover src={null} title="Return of the Obra Dinn" />
					</span>
					<span className={css.cover160}>
						<Cover src={null} title={LONG_WORD} />
					</span>
				</div>
			</Part>
			<Part title="Time">
				<div className={css.row}>
					{[0, 0.1, 3, 30, 24 * 4, 24 * 40, 24 * 500].map((hours) => (
						<Time key={hours} time={new Date(nowMs - hours * HOUR_MS).toISOString()} />
					))}
				</div>
			</Part>
			<Part title="Icons">
				<div className={css.row}>
					{FRAME_ICON_NAMES.map((name) => (
						<FrameIcon key={name} name={name} />
					))}
					{ICON_NAMES.map((name) => (
						<Icon key={name} name={name} />
					))}
				</div>
			</Part>
		</>
	)
}

/** Messages, and what is shown when there is nothing yet. */
function States() {
	return (
		<>
			<Part title="Notice: good, bad">
				<Notice message="Review submitted successfully!" />
				<Notice kind="bad" message="The name is already taken." />
			</Part>
			<Part title="Toast, Menu">
				<div className={css.row}>
					<Button onClick={() => showToast({ message: 'Saved.' })}>Show a Toast</Button>
					<Button
						onClick={() => showToast({ message: 'Removed Celeste.', actions: [{ label: 'Undo', onPress: () => {} }] })}
					>
						Show a Toast with Undo
					</Button>
					<Menu label="More about this row">
						<MenuButton onClick={() => {}}>Copy Link</MenuButton>
						<MenuButton isDanger onClick={() => {}}>
							Delete
						</MenuButton>
					</Menu>
				</div>
			</Part>
			<Part title="Empty: with an action, as an error">
				<Empty
					action={
						<Link className={buttonClass('quiet')} to={paths.games()}>
							Browse Games
						</Link>
					}
				>
					No reviews found
				</Empty>
				{SCENES.map((scene) => (
					<Empty key={scene} scene={scene}>
						{scene}
					</Empty>
				))}
				<Empty alert action={<TryAgain onRetry={() => {}} />}>
					Failed to fetch reviews
				</Empty>
			</Part>
			<Part title="Skeletons">
				<ReviewCardSkeleton />
				<GameCardSkeleton />
				<UserRowSkeleton />
				<Skeleton shape="block" />
			</Part>
		</>
	)
}

/** Cards and rows, with what the site has, and with the longest words. */
function Content() {
	const reviews = useRead(getPopularReviews, { query: { limit: 2, period: 'all' } }).data?.reviews ?? []
	const games = useRead(getPopularGames, { query: { limit: 2, page: 1, period: 'all' } }).data?.data.games ?? []
	const users = useRead(getPopularUsers, { query: { limit: 2, page: 1, period: 'all' } }).data?.users ?? []
	const lists = useRead(listLists, { query: { limit: 2, page: 1 } }).data?.lists ?? []
	return (
		<>
			<Part title="ReviewCard: of a game, of a reviewer, with long words">
				{reviews.slice(0, 1).map((review) => (
					<ReviewCard key={review.id} review={review} textLength={200} />
				))}
				{reviews.slice(0, 1).map((review) => (
					<ReviewCard key={review.id} review={review} textLength={200} showGame={false} />
				))}
				{reviews.slice(1).map((review) => (
					<ReviewCard key={review.id} review={lengthen(review)} textLength={200} />
				))}
			</Part>
			<Part title="LikeButton">
				<div className={css.row}>
					{reviews.slice(0, 1).map(({ id }) => (
						<LikeButton key={id} kind="review" of={{ id, hasLiked: false }} subject="this review" />
					))}
					<LikeButton
						kind="comment"
						of={{ id: '', hasLiked: true, likes: 1_234 }}
						subject="this comment"
						look="small"
					/>
				</div>
			</Part>
			<Part title="GameCard: with everything, with a long name">
				{games.slice(0, 1).map((game) => (
					<GameCard key={game.id} game={game} period="all" index={0} />
				))}
				{games.slice(1).map((game) => (
					<GameCard
						key={game.id}
						game={{ ...game, name: LONG_WORD, summary: null, averageRating: 0 }}
						period="all"
						index={1}
					/>
				))}
			</Part>
			<Part title="UserRow">
				{users.slice(0, 1).map((user) => (
					<UserRow key={user.id} user={user} />
				))}
				{users.slice(1).map((user) => (
					<UserRow key={user.id} user={{ ...user, username: 'w'.repeat(30), bio: null }} />
				))}
			</Part>
			<Part title="ListCard">
				{lists.slice(0, 1).map((list) => (
					<ListCard key={list.id} list={list} descriptionLength={150} />
				))}
				{lists.slice(1).map((list) => (
					<ListCard
						key={list.id}
						list={{ ...list, title: LONG_WORD, games: [], gameCount: 0 }}
						descriptionLength={150}
					/>
				))}
			</Part>
			<Part title="CommentItem">
				{reviews.slice(0, 1).map(({ id }) => (
					<Comments key={id} reviewId={id} />
				))}
			</Part>
		</>
	)
}

function Comments({ reviewId }: { reviewId: string }) {
	const comments = useRead(listComments, { params: { reviewId }, query: { limit: 2 } }).data?.comments ?? []
	return comments
		.slice(0, 2)
		.map((comment, index) => (
			<CommentItem
				key={comment.id}
				comment={comment}
				isOwn={index === 0}
				isDeletable={index === 0}
				onEdited={() => {}}
				onReply={() => {}}
				onDelete={() => {}}
			/>
		))
}

function lengthen(review: Review): Review {
	return { ...review, username: 'w'.repeat(30), description: `${LONG_WORD} `.repeat(4), rating: 0.5 }
}
