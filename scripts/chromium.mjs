import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, tell } from './processes.mjs'

// The headless shell has no windows, menus and tabs of its own to draw: a context costs half the time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a Chromium or Chrome that runs: CHROMIUM_PATH, or the system's. As root on Debian and Ubuntu it is
 * installed where there is none; elsewhere this throws with the one command that does it.
 */
export async function chromium() {
	const wanted = process.env.CHROMIUM_PATH
	if (wanted) {
		if (runs(wanted)) return wanted
		throw new Error(`CHROMIUM_PATH is ${wanted}, but that does not run.`)
	}
	const found = find()
	if (found) return found
	const command = installCommand()
	if (command !== debianCommand || process.getuid?.() !== 0)
		throw new Error(`The journeys need Chromium or Chrome, and found none. This installs it: ${command}`)
	await tell('The journeys need a browser: installing Chromium with apt-get', async () => {
		const { code, output } = await run('sh', ['-c', command], {
			capture: true,
			env: { DEBIAN_FRONTEND: 'noninteractive' },
		})
		if (code !== 0) throw new Error(`Chromium could not be installed (${command}):\n\n${output.trim()}`)
		return 'Chromium installed'
	})
	const installed = find()
	if (!installed)
		throw new Error(`Chromium was installed (${command}), but does not run. Set CHROMIUM_PATH to a Chrome.`)
	return installed
}

// Ubuntu has no headless shell
const debianCommand = 'apt-get update && { apt-get install -y chromium-headless-shell || apt-get install -y chromium; }'

function installCommand() {
	if (process.platform === 'darwin') return 'brew install --cask google-chrome'
	if (existsSync('/usr/bin/apt-get')) return process.getuid?.() === 0 ? debianCommand : `sudo sh -c '${debianCommand}'`
	if (existsSync('/usr/bin/dnf')) return 'sudo dnf install -y chromium'
	if (existsSync('/usr/bin/pacman')) return 'sudo pacman -S --noconfirm chromium'
	if (existsSync('/sbin/apk')) return 'apk add chromium'
	return 'npx playwright install --with-deps chrome'
}

function find() {
	const inPath = names.flatMap((name) => (process.env.PATH ?? '').split(':').map((folder) => `${folder}/${name}`))
	return [...inPath, ...places].find((file) => existsSync(file) && runs(file))
}

/** Ubuntu's chromium may be a script that only says how to get the real one. */
function runs(file) {
	return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}
