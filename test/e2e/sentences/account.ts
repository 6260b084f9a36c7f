import { REASON } from '#kit/browser/call-failures.ts'
import { all, fill, press, type Row } from './walk.ts'

const logIn = press('Log In')
const signUp = press('Sign Up')
const continues = press('Continue')

/** Logging in, signing up, a forgotten password, and what a social login leads to. */
export const COMING_IN: readonly Row[] = [
	{
		at: '/login',
		calls: { '**/api/auth/login': 'lost' },
		act: all(fill('Username or email', ':writer'), fill('Password', 'Wrong1Horse'), logIn),
		says: { alert: 'Authentication failed. Please try again.' },
	},
	{ calls: { '**/api/auth/login': 'reasoned' }, act: logIn, says: { alert: REASON } },
	{ act: logIn, says: { alert: 'Invalid credentials' } },
	{ act: all(fill('Password', 'short'), logIn), says: { text: 'Password must be at least 8 characters' } },
	{
		at: '/login?mode=signup',
		act: all(fill('Username', 'ab'), signUp),
		says: { text: 'Username must be at least 3 characters' },
	},
	{ says: { text: 'Please enter a valid email address' } },
	{ says: { text: 'Password must be at least 8 characters' } },
	{
		act: fill('Username', 'not a name'),
		says: { text: 'Username can only contain letters, numbers, and underscores' },
	},
	{
		act: fill('Password', 'alllowercase'),
		says: { text: 'Password must contain at least one uppercase letter, one lowercase letter, and one number' },
	},
	{
		act: all(fill('Password', 'Correct1Horse'), fill('Confirm password', 'Correct1House'), signUp),
		says: { text: 'Passwords do not match' },
	},
	{
		calls: { '**/api/auth/register': 'lost' },
		act: all(
			fill('Username', ':free'),
			fill('Email', ':free@example.org'),
			fill('Confirm password', 'Correct1Horse'),
			signUp,
		),
		says: { alert: 'Authentication failed. Please try again.' },
	},
	{ calls: { '**/api/auth/register': 'reasoned' }, act: signUp, says: { alert: REASON } },
	{ at: '/forgot-password', says: { heading: 'Forgot your password?' } },
	{
		calls: { '**/api/auth/forgot-password': 'lost' },
		act: all(fill('Email', ':free@example.org'), press('Send the Link')),
		says: { alert: 'Failed to send the mail. Please try again.' },
	},
	{ at: '/oauth/success?error=denied', anew: true, says: { alert: 'OAuth login failed. Please try again.' } },
	{
		at: '/oauth/callback?token=forged',
		anew: true,
		says: { alert: 'Authentication failed. Please try logging in again.' },
	},
	{
		at: '/oauth/success?token=any',
		anew: true,
		calls: { '**/api/auth/oauth/extract-tokens': { json: { success: true } } },
		says: { alert: 'Authentication failed. Please try logging in again.' },
	},
]

/** Choosing the username of an account that has none. */
export const NAMELESS: readonly Row[] = [
	{
		at: '/select-username',
		anew: true,
		calls: { '**/api/auth/username-required': 'lost' },
		says: { alert: 'Failed to check username requirements' },
	},
	{
		act: all(press('Try Again'), fill('Username', 'ab')),
		says: { text: 'Username must be at least 3 characters long' },
	},
	{ act: fill('Username', 'a'.repeat(31)), says: { text: 'Username must be 30 characters or less' } },
	{
		act: fill('Username', 'not a name'),
		says: { text: 'Username can only contain letters, numbers, and underscores' },
	},
	{ act: fill('Username', ':writer'), says: { text: 'This username is already taken' } },
	{
		calls: { '**/api/auth/check-username?*': 'lost' },
		act: fill('Username', ':free'),
		says: { text: 'Error checking availability' },
	},
	{ act: press('Try Again'), says: { status: 'This username is available' } },
	{
		calls: { '**/api/auth/set-username': 'lost' },
		act: continues,
		says: { alert: 'Failed to set username. Please try again.' },
	},
	{ calls: { '**/api/auth/set-username': 'reasoned' }, act: continues, says: { alert: REASON } },
]
