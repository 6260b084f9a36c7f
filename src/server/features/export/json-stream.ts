/** Rows that are read in batches. */
export type Batches<Row> = AsyncIterable<readonly Row[]>

/** An object whose lists may be read in batches. */
export type Batched<T> = {
	readonly [Name in keyof T]: T[Name] | (T[Name] extends readonly (infer Row)[] ? Batches<Row> : never)
}

/**
 * Writes an object as JSON, piece by piece. Lists that are read in batches are written batch by batch, and only one batch
 * is held in memory.
 */
export async function* streamJson<T extends object>(parts: Batched<T>): AsyncGenerator<string> {
	let before = '{'
	for (const [name, value] of Object.entries<unknown>(parts)) {
		yield `${before}\n${JSON.stringify(name)}: `
		before = ','
		if (!isBatches(value)) {
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

function isBatches(value: unknown): value is Batches<unknown> {
	return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
