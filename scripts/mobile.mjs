// `npm run mobile:sync`: builds the client for the app of one site, and brings it into the projects for Android and iOS with all
// that depends on the site. `npm run mobile:check` does the same for a site that there is not, and asks whether all is there
// to go on with.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installMobile } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'

const folder = join(root, 'mobile')
const isCheck = process.argv.includes('check')
const site = isCheck ? 'https://savepoint.example' : (process.env.SAVEPOINT_API ?? '')

try {
	await installMobile()
	await must(root, { SAVEPOINT_API: site }, 'scripts/build-mobile.mjs')
	configureFor(new URL(site).hostname)
	await wrapper('sync')
	if (isCheck) {
		await must(folder, {}, join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json')
		// Xcode, after which it looks, is on no other system.
		for (const system of process.platform === 'darwin' ? ['android', 'ios'] : ['android'])
			await wrapper('doctor', system)
	}
} catch (error) {
	console.error(error.message)
	process.exit(1)
}

/** Which addresses open the app is decided while it is built: by the host of its site. */
function configureFor(host) {
	writeFileSync(join(folder, 'android/site.properties'), `host=${host}\n`)
	writeFileSync(join(folder, 'ios/site.xcconfig'), `SITE_HOST = ${host}\n`)
}

async function wrapper(...args) {
	await must(folder, {}, join(folder, 'node_modules/@capacitor/cli/bin/capacitor'), ...args)
}

/** Runs a program of Node's; what it says of a failure stands in the terminal. */
async function must(cwd, env, ...program) {
	const { code } = await run(pinnedNode, program, { cwd, env })
	if (code !== 0) process.exit(1)
}
