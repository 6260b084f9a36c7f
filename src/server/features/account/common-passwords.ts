// The most common passwords under rules that require uppercase, lowercase and a digit are variations of these words.
const COMMON_WORDS = new Set(
	`abc abcd abcdef abcdefg access account admin administrator adobe alex alexander alexis amanda america andrea andrew
	angel angela anthony apple april arsenal ashley asdf asdfg asdfgh asdfghjk asdfghjkl august austin autumn azerty babygirl
	banana baseball basketball batman beautiful blessed blink buster butterfly changeme charlie cheese chelsea chicken
	chocolate chris christian compaq computer cookie cowboy dallas daniel danielle david december default denise diamond
	dolphin dragon dragonball elizabeth eminem facebook family february fender flower football forever formula fortnite freedom
	friday friend friends games gandalf george gfhjkm ginger google guest guitar hannah happy harley hello hellokitty heslo
	hockey hunter iceman iloveu iloveyou internet jackson january jasmine jennifer jessica john jonathan jordan joseph joshua
	july june justin killer kitty lakers letmein liverpool login london love lovely lovers loveyou maggie march marina mario
	martin master matrix matthew melissa mercedes merlin metallica michael michelle mickey minecraft monday monkey monster
	morgan mother mustang myspace naruto nicholas nicole ninja nintendo november october office orange parola pass passord passw
	passwd password passwort patrick peanut pepper pepsi playstation pokemon precious princess purple qazwsx qwer qwert qwerty
	qwertyui qwertyuiop qwertz rainbow ranger rebecca robert root samantha samsung sandra saturday savepoint scooter secret
	secure security september shadow silver skywalker slipknot snoopy soccer spiderman spring starwars steelers stella steven
	summer sunday sunshine superman superstar sweety system taylor temp tennis test tester testing thomas thunder thursday
	tigger tinkerbell travis trustno tuesday user vanessa victoria warcraft warrior wednesday welcome whatever william winter
	wizard xbox yankees zaq zelda zxcvbn zxcvbnm`.split(/\s+/),
)

// Keyboard walks and similar sequences that are not words.
const KEYBOARD_WALKS = new Set(
	`1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 3edc4rfv a1b2c3d4 aa123456 aa12345678 aaaa1111 abc12345 asd12345 asd123456
	az12345678 mypassword1 n0tmypass1 p4ssw0rd p455w0rd q1w2e3r4 q1w2e3r4t5 qaz123wsx qq123456 qw123456 qwe12345 qwe123456 qwe123qwe
	r2d2c3po w2e3r4t5 zaq12wsx zaq1xsw2 zaq1zaq1 zxc12345 zxc123456 123456aa 12345678a 1234qwer 123qweasd 123qwe123`.split(
		/\s+/,
	),
)

/** Numbers that people append to a word: short numbers, sequences, years. */
const COMMON_NUMBER =
	/^(0?0?\d|1{2,8}|12{1,2}|123{1,2}|1234?5?6?7?8?9?0?|321|4321|54321|654321|87654321|9{2,4}|6{2,3}|69|7{2,3}|8{2,3}|2{2,4}|0{2,4}|007|(19|20)\d\d|1[0-9]|2[0-5])$/
const MAX_NUMBER_LENGTH = 10

const LEET_SUBSTITUTIONS: Readonly<Record<string, string>> = {
	'0': 'o',
	'1': 'i',
	'3': 'e',
	'4': 'a',
	'5': 's',
	'@': 'a',
	$: 's',
	'!': 'i',
}

/** Returns whether a password is a variation of the few hundred that an attacker would try first, ignoring case and suffix. */
export function isCommonPassword(password: string): boolean {
	const lower = password.toLowerCase()
	if (KEYBOARD_WALKS.has(lower.slice(0, findWordEnd(lower, lower.length)))) return true
	const word = stripNumber(lower).replace(/^[\W_]+/, '')
	return (
		COMMON_WORDS.has(word) || COMMON_WORDS.has(word.replace(/[01345@$!]/g, (sign) => LEET_SUBSTITUTIONS[sign] ?? sign))
	)
}

/** Strips the longest common number at the end of the text, and the symbols around it. */
function stripNumber(text: string): string {
	const end = findWordEnd(text, text.length)
	for (let length = Math.min(MAX_NUMBER_LENGTH, end); length > 0; length--)
		if (COMMON_NUMBER.test(text.slice(end - length, end))) return text.slice(0, findWordEnd(text, end - length))
	return text.slice(0, end)
}

/** Returns the end of the text before `end`, ignoring trailing symbols. */
function findWordEnd(text: string, end: number): number {
	let index = end
	while (index > 0 && /[\W_]/.test(text.charAt(index - 1))) index--
	return index
}
