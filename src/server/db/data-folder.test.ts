import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { protectDataFolder } from './data-folder.ts'

/** Others may pass the folder of root, whose database runs as another user, but read nothing in it. */
const DATA_FOLDER_MODE = process.getuid?.() === 0 ? '711' : '700'

test('a data folder is readable by its user only, including files that an earlier version left open', async () => {
	await using folder = await newFolder()
	await folder.add('pictures/old.webp', 0o666)
	await folder.add('secret', 0o600)
	await chmod(folder.path, 0o755)
	protectDataFolder(folder.path)
	expect(await folder.modes('.', 'pictures', 'pictures/old.webp', 'secret')).toEqual([
		DATA_FOLDER_MODE,
		'700',
		'600',
		'600',
	])
	await writeFile(path.join(folder.path, 'lock'), '')
	await mkdir(path.join(folder.path, 'mail'))
	expect(await folder.modes('lock', 'mail')).toEqual(['600', '700'])
})

test('a data folder with other entries keeps its mode and theirs, and links are not followed', async () => {
	await using folder = await newFolder()
	await folder.add('postgres/PG_VERSION', 0o666)
	await folder.add('elsewhere/notes.txt', 0o644)
	await symlink(path.join(folder.path, 'elsewhere'), path.join(folder.path, 'pictures'))
	await chmod(folder.path, 0o755)
	protectDataFolder(folder.path)
	expect(await folder.modes('.', 'elsewhere', 'elsewhere/notes.txt')).toEqual(['755', '755', '644'])
	expect(await folder.modes('postgres', 'postgres/PG_VERSION')).toEqual(['700', '600'])
})

async function newFolder() {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	return {
		path: folder,
		async add(name: string, mode: number) {
			const file = path.join(folder, name)
			await mkdir(path.dirname(file), { recursive: true })
			await chmod(path.dirname(file), 0o755)
			await writeFile(file, '')
			await chmod(file, mode)
		},
		modes: (...names: string[]) =>
			Promise.all(names.map(async (name) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8))),
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
	}
}
