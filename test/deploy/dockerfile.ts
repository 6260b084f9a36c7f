/** An instruction of a stage. */
export interface Step {
	keyword: string
	/** What follows the keyword, without its line breaks. */
	text: string
	/** The strings of the JSON form, or undefined. */
	words: readonly string[] | undefined
	/** The stage that a COPY takes files from. */
	from: string | undefined
	/** The variables that an ENV or LABEL sets. */
	values: Readonly<Record<string, string>>
}

/** A stage of an image's build: everything from one FROM to the next. */
export interface Stage {
	name: string | undefined
	image: string
	steps: readonly Step[]
}

/** Reads the stages of a Dockerfile that has one instruction a line, each line but the last of a longer one ending with `\`. */
export function readStages(text: string): Stage[] {
	const lines = text
		.replaceAll(/^#.*\n/gm, '')
		.replaceAll(/\\\n\s*/g, ' ')
		.split('\n')
	const steps = lines.filter(Boolean).map(readStep)
	return steps.flatMap(({ keyword, text }, index) => {
		if (keyword !== 'FROM') return []
		const [image = '', , name] = text.split(' ')
		const end = steps.findIndex((other, at) => at > index && other.keyword === 'FROM')
		return [{ name, image, steps: steps.slice(index + 1, end < 0 ? undefined : end) }]
	})
}

/** Returns the only instruction of a stage with a keyword. Throws if there is none, or more than one. */
export function onlyStep({ steps }: Stage, keyword: string): Step {
	const [step, ...others] = steps.filter((other) => other.keyword === keyword)
	if (!step || others.length > 0) throw new Error(`The stage has ${others.length + (step ? 1 : 0)} ${keyword}.`)
	return step
}

function readStep(line: string): Step {
	const [, keyword = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
	if (!keyword) throw new Error(`"${line}" is not an instruction.`)
	// A HEALTHCHECK has its words after CMD
	const json = /(?:^|CMD )(\[.*\])$/.exec(text)?.[1]
	const pairs = /^(ENV|LABEL)$/.test(keyword) ? text.matchAll(/(\S+?)=(?:"(.*?)"|(\S+))/g) : []
	return {
		keyword,
		text,
		words: json === undefined ? undefined : (JSON.parse(json) as string[]),
		from: keyword === 'COPY' ? /^--from=(\S+)/.exec(text)?.[1] : undefined,
		values: Object.fromEntries([...pairs].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? ''])),
	}
}
