import { Copy, DockerfileParser, type Instruction, type Property } from 'dockerfile-ast'

/** An instruction of a stage: its words in the JSON form, or its text in the shell form. */
export interface Step {
	keyword: string
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

/** Parses a Dockerfile into its stages. */
export function readStages(text: string): Stage[] {
	const stages: (Stage & { steps: Step[] })[] = []
	const dockerfile = DockerfileParser.parse(text)
	const froms = dockerfile.getFROMs()
	for (const instruction of dockerfile.getInstructions()) {
		const from = froms.find((other) => other.getRange().start.line === instruction.getRange().start.line)
		if (from) stages.push({ name: from.getBuildStage() ?? undefined, image: from.getImage() ?? '', steps: [] })
		else stages.at(-1)?.steps.push(readStep(instruction))
	}
	return stages
}

/** Returns the only instruction of a stage with a keyword. Throws if there is none, or more than one. */
export function onlyStep({ steps }: Stage, keyword: string): Step {
	const [step, ...others] = steps.filter((other) => other.keyword === keyword)
	if (!step || others.length > 0) throw new Error(`The stage has ${others.length + (step ? 1 : 0)} ${keyword}.`)
	return step
}

function readStep(instruction: Instruction): Step {
	const text = joinLines(instruction.getRawArgumentsContent() ?? '')
	return {
		keyword: instruction.getKeyword(),
		text,
		words: readWords(text),
		from: instruction instanceof Copy ? (instruction.getFromFlag()?.getValue() ?? undefined) : undefined,
		values: hasProperties(instruction)
			? Object.fromEntries(
					instruction.getProperties().map((property) => [property.getName(), property.getValue() ?? '']),
				)
			: {},
	}
}

/** A HEALTHCHECK has its words after CMD. */
function readWords(text: string): string[] | undefined {
	const json = /^(?:CMD )?(\[.*\])$/.exec(text)?.[1]
	return json === undefined ? undefined : (JSON.parse(json) as string[])
}

function hasProperties(instruction: Instruction): instruction is Instruction & { getProperties: () => Property[] } {
	return 'getProperties' in instruction
}

function joinLines(text: string): string {
	return text.replaceAll(/\\\n\s*/g, ' ')
}
