import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PICTURES_BUSY } from '#contract/profile.ts'
import { AppError } from '#server/http/errors.ts'
import { unpackBuffers } from './buffer-packing.ts'
import { type PixelLimits, REJECTIONS, type Rejection } from './decode-result.ts'
import { decoderCommand } from './decoder-command.ts'

/** How long a decoder may take to start, and then to decode. */
export interface DecodeTimeouts {
	startMs: number
	decodeMs: number
}

const DECODE_TIMEOUTS: DecodeTimeouts = { startMs: 30_000, decodeMs: 8_000 }
const RETRY_SECONDS = '5'
/** Far more than any decoder program writes. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
/** How much of the end of a process's error output is logged. */
const MAX_LOGGED_LENGTH = 500

interface Settings {
	program: URL
	limits: PixelLimits
	/** How many files the program writes. */
	fileCount: number
	options?: readonly string[]
	timeouts?: DecodeTimeouts
}

/**
 * Runs a decoder program on a picture, given as chunks, in a child process of its own: its memory is freed when it exits,
 * a crash affects nothing else, and it holds no secrets. Returns the program's output files, or why it rejected the
 * picture. Throws 503 if the process does not start or finish in time: on a busy machine that says nothing about the
 * picture.
 */
export async function decodeInChild(picture: readonly Buffer[], settings: Settings): Promise<Buffer[] | Rejection> {
	const { code, signal, output, isStarted, errors } = await runDecoder(picture, settings)
	// SIGKILL comes only from our timeouts and limits, or from a machine that is out of memory
	if (signal === 'SIGKILL') throw decoderBusy('The picture decoder was killed')
	if (!isStarted) throw decoderBusy(`The picture decoder did not start (${code ?? signal}): ${errors}`)
	if (code === 0) return unpackBuffers(output, settings.fileCount) ?? 'damaged'
	return (code !== null && code in REJECTIONS && REJECTIONS[code as keyof typeof REJECTIONS]) || 'damaged'
}

interface Run {
	code: number | null
	signal: string | null
	isStarted: boolean
	/** What it wrote after the start marker. */
	output: Buffer
	errors: string
}

function runDecoder(
	picture: readonly Buffer[],
	{ program, limits, options = [], timeouts = DECODE_TIMEOUTS }: Settings,
): Promise<Run> {
	const args = [fileURLToPath(program), String(limits.pixels), String(limits.wholePixels), ...options]
	const [command, ...commandArgs] = decoderCommand(args)
	const child = spawn(command, commandArgs, {
		stdio: ['pipe', 'pipe', 'pipe'],
		// Fewer malloc arenas retain less freed memory
		env: { MALLOC_ARENA_MAX: '2', SystemRoot: process.env.SystemRoot },
		windowsHide: true,
	})
	const kill = () => child.kill('SIGKILL')
	let timer = setTimeout(kill, timeouts.startMs)
	const chunks: Buffer[] = []
	let outputBytes = 0
	child.stdout.on('data', (chunk: Buffer) => {
		outputBytes += chunk.length
		if (outputBytes > MAX_OUTPUT_BYTES) kill()
		else if (chunks.push(chunk) === 1) {
			clearTimeout(timer)
			timer = setTimeout(kill, timeouts.decodeMs)
		}
	})
	let errors = ''
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		errors = (errors + text).slice(-MAX_LOGGED_LENGTH)
	})
	// It may exit before it has read all of its input
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

function decoderBusy(reason: string): AppError {
	return new AppError(503, PICTURES_BUSY, { headers: { 'retry-after': RETRY_SECONDS }, cause: new Error(reason) })
}
