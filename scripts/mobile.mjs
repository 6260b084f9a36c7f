// `npm run mobile:sync`: builds the app's client for a site and copies it into the Android and iOS projects, with the
// site's settings. `npm run mobile:check` does the same for an example site and checks that the projects can be built.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installMobile } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'

const folder = join(root, 'mobile')
const isCheck = process.argv.includes('check')
const site = isCheck ? 'https://savepoint.example' : (process.env.SAVEPOINT_API ?? '')

try {
	await installMobile()
	await runOrExit(root, { SAVEPOINT_API: site }, 'scripts/build-mobile.mjs')
	writeHost(new URL(site).hostname)
	await runCapacitor('sync')
	if (isCheck) {
		await runOrExit(folder, {}, join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json')
		// The iOS check needs Xcode, which only exists on macOS
		for (const system of process.platform === 'darwin' ? ['android', 'ios'] : ['android'])
			await runCapacitor('doctor', system)
	}
} catch (error) {
	console.error(error.message)
	process.exit(1)
}

/** Writes the site's host to the native projects, which fix at build time whose links open the app. */
function writeHost(host) {
	writeFileSync(join(folder, 'android/site.properties'), `host=${host}\n`)
	writeFileSync(join(folder, 'ios/site.xcconfig'), `SITE_HOST = ${host}\n`)
}

async function runCapacitor(...args) {
	await runOrExit(folder, {}, join(folder, 'node_modules/@capacitor/cli/bin/capacitor'), ...args)
}

/** Runs a Node program and exits if it fails. Its output goes to the terminal. */
async function runOrExit(cwd, env, ...program) {
	const { code } = await run(pinnedNode, program, { cwd, env })
	if (code !== 0) process.exit(1)
}
