/** Rows that come in lots. */
export type Lots<Row> = AsyncIterable<readonly Row[]>

/** An object whose lists may come in lots. */
export type InLots<T> = {
	readonly [Name in keyof T]: T[Name] | (T[Name] extends readonly (infer Row)[] ? Lots<Row> : never)
}

/**
 * The JSON of an object bit by bit: a list that comes in lots is written as they come, and none is held longer than
 * that.
 */
export async function* jsonParts<T extends object>(parts: InLots<T>): AsyncGenerator<string> {
	let before = '{'
	for (const [name, value] of Object.entries<unknown>(parts)) {
		yield `${before}\n${JSON.stringify(name)}: `
		before = ','
		if (!isLots(value)) {
			yield JSON.stringify(value)
			continue
		}
		yield '['
		let comma = ''
		for await (const rows of value) {
			if (rows.length === 0) continue
			yield comma + rows.map((row) => `\n\t${JSON.stringify(row)}`).join(',')
			comma = ','
		}
		yield ']'
	}
	yield '\n}\n'
}

function isLots(value: unknown): value is Lots<unknown> {
	return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Reads lot after lot: each from the last row of the one before, until one is not full. */
export async function* inLots<Row>(
	size: number,
	read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
	let last: Row | undefined
	for (;;) {
		const rows = await read(last, size)
		yield rows
		if (rows.length < size) return
		last = rows.at(-1)
	}
}

/** Changes each row of what comes in lots. */
export async function* each<Row, Out>(lots: Lots<Row>, change: (row: Row) => Out): AsyncGenerator<Out[]> {
	for await (const rows of lots) yield rows.map(change)
}
