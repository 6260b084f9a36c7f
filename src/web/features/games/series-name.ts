/** Splits a name after its first colon: `The Legend of Zelda: ` and `Breath of the Wild`. The first part may be empty. */
export function splitGameName(name: string): readonly [series: string, title: string] {
	const end = name.indexOf(': ') + 2
	return end > 1 ? [name.slice(0, end), name.slice(end)] : ['', name]
}
