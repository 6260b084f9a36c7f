import { LIMITS } from './limits.ts'

/** Limits of play time from outside; apart from `LIMITS`, which every page loads. */
export const PLAY_REPORT_LIMITS = {
	perCall: 100,
	perImport: 1_000,
	clientsPerAccount: 50,
	/** Games that one account's programs named and that wait to be matched. */
	unmatchedGames: 1_000,
	/** Reports of them that are kept. */
	unmatchedReports: 10_000,
	/** Names of games that are remembered for the programs of an account. */
	rememberedGames: 20_000,
	unmatchedShown: 50,
	client: 60,
	key: 200,
	text: 200,
	idMax: 2 ** 53 - 1,
	/** How long a game is shown as being played after a program has said so. */
	playingMs: 2 * 60 * 60 * 1000,
	/** How far the clock of a program may be ahead. */
	aheadMs: 5 * 60 * 1000,
	sittingSeconds: 24 * 60 * 60,
	totalSeconds: LIMITS.playMinutesMax * 60,
	/** Sizes of the calls of an account's programs in an hour. */
	bytesPerHour: 16 * 1024 * 1024,
	/** Shorter times are nothing. */
	secondsMin: 30,
} as const
