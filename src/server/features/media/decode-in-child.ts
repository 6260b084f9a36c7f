import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PICTURES_BUSY } from '#contract/profile.ts'
import { AppError } from '#server/http/errors.ts'
import { type PixelLimits, REJECTIONS, type Rejection } from './decode-result.ts'
import { decoderCommand } from './decoder-command.ts'
import { unpacked } from './packed-squares.ts'

/** How long a decoder may take to start, and how long to decode once it has. */
export interface DecodeTimes {
	startMs: number
	decodeMs: number
}

const DECODE_TIMES: DecodeTimes = { startMs: 30_000, decodeMs: 8_000 }
const RETRY_SECONDS = '5'
/** Far more than a program makes. */
const OUTPUT_BYTES = 16 * 1024 * 1024
/** The end of what a process says of its failure, for the log. */
const LOGGED_LENGTH = 500

interface Settings {
	program: URL
	limits: PixelLimits
	/** How many files the program makes. */
	files: number
	options?: readonly string[]
	times?: DecodeTimes
}

/**
 * What a program makes of a picture, given in pieces, as so many files, in a process that lives for this picture alone: what a decoder
 * takes of memory is given back with it, what breaks it breaks nothing else, and it holds no secret. Answers why where
 * the picture is rejected. Throws 503 where the process does not start or does not end in time, which on a busy machine
 * says nothing about the picture.
 */
export async function decodedApart(picture: readonly Buffer[], settings: Settings): Promise<Buffer[] | Rejection> {
	const { code, signal, output, isStarted, errors } = await runDecoder(picture, settings)
	// Only this program and a machine that is out of memory kill
	if (signal === 'SIGKILL') throw busy('The decoder of pictures was ended')
	if (!isStarted) throw busy(`The decoder of pictures did not start (${code ?? signal}): ${errors}`)
	if (code === 0) return unpacked(output, settings.files) ?? 'damaged'
	return (code !== null && code in REJECTIONS && REJECTIONS[code as keyof typeof REJECTIONS]) || 'damaged'
}

interface Run {
	code: number | null
	signal: string | null
	isStarted: boolean
	/** What it wrote after its sign that it had started. */
	output: Buffer
	errors: string
}

function runDecoder(
	picture: readonly Buffer[],
	{ program, limits, options = [], times = DECODE_TIMES }: Settings,
): Promise<Run> {
	const args = [fileURLToPath(program), String(limits.pixels), String(limits.wholePixels), ...options]
	const [command, ...commandArgs] = decoderCommand(args)
	const child = spawn(command, commandArgs, {
		stdio: ['pipe', 'pipe', 'pipe'],
		// Fewer arenas keep less of what was freed
		env: { MALLOC_ARENA_MAX: '2', SystemRoot: process.env.SystemRoot },
		windowsHide: true,
	})
	const end = () => child.kill('SIGKILL')
	let timer = setTimeout(end, times.startMs)
	const chunks: Buffer[] = []
	let outputBytes = 0
	child.stdout.on('data', (chunk: Buffer) => {
		outputBytes += chunk.length
		if (outputBytes > OUTPUT_BYTES) end()
		else if (chunks.push(chunk) === 1) {
			clearTimeout(timer)
			timer = setTimeout(end, times.decodeMs)
		}
	})
	let errors = ''
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		errors = (errors + text).slice(-LOGGED_LENGTH)
	})
	// It may end before it has read all
	child.stdin.on('error', () => {})
	for (const piece of picture) child.stdin.write(piece)
	child.stdin.end()
	return new Promise((resolve) => {
		const settle = (code: number | null, signal: string | null) => {
			clearTimeout(timer)
			resolve({ code, signal, isStarted: chunks.length > 0, output: Buffer.concat(chunks).subarray(1), errors })
		}
		child.on('error', (error) => {
			errors = error.message
			settle(null, null)
		})
		child.on('close', settle)
	})
}

function busy(reason: string): AppError {
	return new AppError(503, PICTURES_BUSY, { headers: { 'retry-after': RETRY_SECONDS }, cause: new Error(reason) })
}
