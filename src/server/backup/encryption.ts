import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.ts'

// The one of age itself: guessing a passphrase takes about a second
const SCRYPT_WORK_FACTOR = 18

/** Encrypts bytes in the age format. */
export async function* encrypt(
	source: AsyncIterable<Buffer>,
	passphrase: string,
	scryptWorkFactor = SCRYPT_WORK_FACTOR,
): AsyncGenerator<Uint8Array> {
	const encrypter = new Encrypter()
	encrypter.setScryptWorkFactor(scryptWorkFactor)
	encrypter.setPassphrase(passphrase)
	yield* fromWeb(await encrypter.encrypt(toWeb(source)))
}

/** Decrypts bytes in the age format. Throws `BackupError` if the passphrase is wrong or the bytes have changed. */
export async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Uint8Array> {
	const decrypter = new Decrypter()
	decrypter.addPassphrase(passphrase)
	const plain = await decrypter.decrypt(toWeb(source)).catch((error: Error) => {
		throw new BackupError(
			/no identity matched/.test(error.message)
				? 'The passphrase is wrong, or the beginning of the backup is damaged.'
				: `The backup is damaged: ${error.message}.`,
		)
	})
	try {
		yield* fromWeb(plain)
	} catch (error) {
		throw new BackupError(`The backup is damaged or incomplete: ${(error as Error).message}.`)
	}
}

// The library's streams are those of the DOM's types, which the server's lack
type WebStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>

function toWeb(source: AsyncIterable<Buffer>): WebStream {
	return Readable.toWeb(Readable.from(source)) as unknown as WebStream
}

function fromWeb(stream: unknown): AsyncIterable<Uint8Array> {
	return Readable.fromWeb(stream as ReadableStream<Uint8Array>)
}
