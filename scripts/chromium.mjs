import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, withProgress } from './processes.mjs'

// The headless shell draws no browser UI, which halves the time of a context
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATHS = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a working Chromium or Chrome: CHROMIUM_PATH, or the system's. If there is none, root on Debian and
 * Ubuntu installs it; elsewhere this throws with the command that does.
 */
export async function chromium() {
	const wanted = process.env.CHROMIUM_PATH
	if (wanted) {
		if (canRun(wanted)) return wanted
		throw new Error(`CHROMIUM_PATH is ${wanted}, which does not run.`)
	}
	const found = findInstalled()
	if (found) return found
	const command = getInstallCommand()
	if (command !== DEBIAN_COMMAND || process.getuid?.() !== 0)
		throw new Error(`The journeys need Chromium or Chrome, which is not installed. Install it with: ${command}`)
	await withProgress('The journeys need a browser: installing Chromium with apt-get', async () => {
		const { code, output } = await run('sh', ['-c', command], {
			capture: true,
			env: { DEBIAN_FRONTEND: 'noninteractive' },
		})
		if (code !== 0) throw new Error(`Chromium could not be installed (${command}):\n\n${output.trim()}`)
		return 'Chromium installed'
	})
	const installed = findInstalled()
	if (!installed)
		throw new Error(`Chromium was installed (${command}), but does not run. Set CHROMIUM_PATH to a Chrome.`)
	return installed
}

// Ubuntu has no headless shell
const DEBIAN_COMMAND =
	'apt-get update && { apt-get install -y chromium-headless-shell || apt-get install -y chromium; }'

function getInstallCommand() {
	if (process.platform === 'darwin') return 'brew install --cask google-chrome'
	if (existsSync('/usr/bin/apt-get'))
		return process.getuid?.() === 0 ? DEBIAN_COMMAND : `sudo sh -c '${DEBIAN_COMMAND}'`
	if (existsSync('/usr/bin/dnf')) return 'sudo dnf install -y chromium'
	if (existsSync('/usr/bin/pacman')) return 'sudo pacman -S --noconfirm chromium'
	if (existsSync('/sbin/apk')) return 'apk add chromium'
	return 'npx playwright install --with-deps chrome'
}

function findInstalled() {
	const inPath = NAMES.flatMap((name) => (process.env.PATH ?? '').split(':').map((folder) => `${folder}/${name}`))
	return [...inPath, ...MAC_PATHS].find((file) => existsSync(file) && canRun(file))
}

/** Whether a browser starts. Ubuntu's chromium may be a script that only explains how to install it. */
function canRun(file) {
	return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}
