/** Names that catalogs write in full and players do not. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
	['PC (Microsoft Windows)', 'PC'],
	['PlayStation 2', 'PS2'],
	['PlayStation 3', 'PS3'],
	['PlayStation 4', 'PS4'],
	['PlayStation 5', 'PS5'],
	['PlayStation Portable', 'PSP'],
	['PlayStation Vita', 'PS Vita'],
	['Xbox Series X|S', 'Xbox Series'],
	['Nintendo Switch', 'Switch'],
	['Nintendo Switch 2', 'Switch 2'],
	['Nintendo Entertainment System', 'NES'],
	['Super Nintendo Entertainment System', 'SNES'],
	['Family Computer Disk System', 'Famicom Disk System'],
	['Nintendo 64', 'N64'],
	['Nintendo GameCube', 'GameCube'],
	['Nintendo DS', 'DS'],
	['Nintendo 3DS', '3DS'],
	['Sega Mega Drive/Genesis', 'Mega Drive'],
	['Sega Master System', 'Master System'],
	['Sega Game Gear', 'Game Gear'],
	['Sega Saturn', 'Saturn'],
])

/** Returns a platform's name as players say it, for lines, cards and chips; a game's facts have the full one. */
export const shortPlatformName = (platform: string) => SHORT_NAMES.get(platform) ?? platform

/** Returns the name that catalogs have for a short one, regardless of case. */
export const longPlatformName = (short: string) =>
	[...SHORT_NAMES].find(([, name]) => name.toLowerCase() === short.toLowerCase())?.[0]
