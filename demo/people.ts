/** Who writes on the site whose pictures are taken: invented people with a voice each. */
export interface Person {
	username: string
	bio: string
	/** Days before today on which they joined. */
	joinedDaysAgo: number
	/** Usernames of those whom they follow. */
	follows: readonly string[]
}

export const people: readonly Person[] = [
	{
		username: 'mira_k',
		bio: 'Plays slowly and finishes everything. Mostly games about places.',
		joinedDaysAgo: 712,
		follows: ['oldsave', 'juno_w', 'hexfield', 'marlow', 'kestrel', 'rafa_m'],
	},
	{
		username: 'oldsave',
		bio: 'My memory card from 1998 still works. Retro first, everything else on Sundays.',
		joinedDaysAgo: 640,
		follows: ['mira_k', 'tobben', 'sunny_dee'],
	},
	{
		username: 'juno_w',
		bio: 'Puzzle person. If a game trusts me to notice things, I am in.',
		joinedDaysAgo: 588,
		follows: ['mira_k', 'hexfield', 'pixelpriya'],
	},
	{
		username: 'hexfield',
		bio: 'Spreadsheets by day, conveyor belts by night.',
		joinedDaysAgo: 501,
		follows: ['juno_w', 'tobben', 'nightowl_ed'],
	},
	{
		username: 'pixelpriya',
		bio: 'Draws game rooms for a living, walks through them for fun. Half stars matter.',
		joinedDaysAgo: 455,
		follows: ['mira_k', 'marlow', 'kestrel', 'oldsave'],
	},
	{
		username: 'tobben',
		bio: 'Parries badly, tries again. Bergen, Norway.',
		joinedDaysAgo: 410,
		follows: ['kestrel', 'hexfield', 'rafa_m'],
	},
	{
		username: 'marlow',
		bio: 'Here for the writing.',
		joinedDaysAgo: 366,
		follows: ['mira_k', 'pixelpriya', 'juno_w'],
	},
	{
		username: 'kestrel',
		bio: 'Big skies, long horizons, no fast travel.',
		joinedDaysAgo: 280,
		follows: ['tobben', 'mira_k', 'sunny_dee'],
	},
	{
		username: 'sunny_dee',
		bio: 'Couch co-op with two kids. Our rule: whoever loses picks the next game.',
		joinedDaysAgo: 214,
		follows: ['oldsave', 'mira_k'],
	},
	{
		username: 'rafa_m',
		bio: 'One more run. Then bed. Then one more run.',
		joinedDaysAgo: 150,
		follows: ['tobben', 'hexfield', 'mira_k', 'nightowl_ed'],
	},
	{
		username: 'nightowl_ed',
		bio: 'Night shifts, headphones, strategy games.',
		joinedDaysAgo: 96,
		follows: ['hexfield', 'rafa_m'],
	},
	{
		username: 'tin_adventure',
		bio: 'Working through the point-and-click shelf my aunt left me.',
		joinedDaysAgo: 31,
		follows: ['marlow', 'juno_w', 'oldsave', 'mira_k'],
	},
]

/** Who is signed in on the pictures of what members see. */
export const member = 'mira_k'
