// `npm run demo`: serves a site filled with invented users, from its own data folder.

import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { FolderInUseError } from '#server/db/folder-lock.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { serve } from '#server/serve.ts'
import { openSite } from '#server/site.ts'
import { MEMBER, PASSWORD, readContent } from './content.ts'
import { fillWithPeople } from './fill.ts'
import { claimFolder, markFilled, NotADemoFolder } from './folder.ts'
import { addOpenImport } from './imports.ts'
import { ADMIN, addModeration, MODERATOR } from './moderation.ts'

const ELSEWHERE = 'npm run demo -- ./elsewhere'
const USAGE = `npm run demo                 serves a demonstration from the folder data-demo
${ELSEWHERE}  serves one from another folder, which is made
PORT and HOST are as with npm start.`

const WHY = {
	new: undefined,
	unfinished: 'The demonstration was not finished the last time, and is begun anew.',
	old: 'The demonstration is a week old, and is made anew for the time before today. What was written in it is gone.',
	filled: undefined,
}

/** A demonstration is looked at by people: its sentences stay sentences. */
const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

const [argument = 'data-demo', ...more] = process.argv.slice(2)
if (argument.startsWith('-') || more.length > 0) {
	print(USAGE)
	process.exit(argument === '--help' ? 0 : 1)
}
try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const folder = path.resolve(argument)
	if (folder === path.resolve(process.env.DATA_DIR?.trim() || 'data'))
		throw new NotADemoFolder(`${folder} is the folder of your own site.`)
	await start(readDemoConfig(process.env, folder))
} catch (error) {
	process.stderr.write(`${formatError(error)}\n`)
	process.exit(1)
}

async function start(config: Config): Promise<void> {
	const state = await claimFolder(config.dataDir, Date.now())
	if (WHY[state]) print(WHY[state])
	const site = await openSite(config, print)
	if (state !== 'filled') {
		const content = readContent()
		print(
			`Filling it with ${content.people.length} people, ${content.reviews.length} reviews and ${content.lists.length} lists…`,
		)
		const startedMs = Date.now()
		await fillWithPeople(site.services, content)
		await addModeration(site.services)
		await addOpenImport(site.services)
		await markFilled(config.dataDir, Date.now())
		print(`Filled in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`)
	}
	await serve(site)
	print(`This is a demonstration. To try it, log in as ${MEMBER} with the password ${PASSWORD}`)
	print(`${MODERATOR} is a moderator and ${ADMIN} an admin, with the same password`)
}

/** Ignores the settings of the real site, such as its database, mail server, keys and public URL. */
function readDemoConfig(
	{ HOST, PORT, TRUSTED_PROXIES, LOG_LEVEL = 'warn' }: NodeJS.ProcessEnv,
	dataDir: string,
): Config {
	return {
		...readConfig({ HOST, PORT, TRUSTED_PROXIES, LOG_LEVEL, DATA_DIR: dataDir }),
		demonstration: { username: MEMBER, password: PASSWORD },
	}
}

function formatError(error: unknown): string {
	if (error instanceof NotADemoFolder)
		return `${error.message} Name a folder that is empty or not there yet: ${ELSEWHERE}`
	if (error instanceof FolderInUseError)
		return `This demonstration is running already. Stop it first, or name another folder: ${ELSEWHERE}`
	return describeStartupError(error)
}
