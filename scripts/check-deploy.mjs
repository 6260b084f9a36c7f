// Checks the deployment files with the tools that read them, as far as these are installed: `npm run trust -- deploy`.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './processes.mjs'

const folder = mkdtempSync(join(tmpdir(), 'savepoint-deploy-'))
const [key, chain] = [join(folder, 'key.pem'), join(folder, 'chain.pem')]
const caddy = { SITE_HOST: 'savepoint.example', REFUSALS_LOG: join(folder, 'refusals.log'), XDG_DATA_HOME: folder }

/** By the tool: the arguments that succeed if it is installed, and those of its check. */
const checks = [
	['hadolint', '--version', () => ['--failure-threshold=warning', 'Dockerfile']],
	['docker', 'compose version', () => checkCompose('compose.yaml')],
	['docker', 'compose version', () => checkCompose('compose.scale.yaml')],
	['kubectl', 'version --client', () => ['kustomize', 'deploy/kubernetes']],
	['kubeconform', '-v', () => ['-strict', '-ignore-filename-pattern=kustomization', 'deploy/kubernetes']],
	['systemd-analyze', '--version', () => ['verify', '--man=no', copy('deploy/systemd/savepoint.service', toOurFolder)]],
	['nginx', '-v', () => ['-t', '-c', copy('deploy/nginx/savepoint.conf', toWholeConfig)]],
	['caddy', 'version', () => ['validate', '--adapter=caddyfile', '--config=deploy/caddy/Caddyfile']],
]

for (const [tool, probe, listArguments] of checks) {
	if (run(tool, probe.split(' ')).status !== 0) {
		console.log(`skipped: ${tool} ${probe}`)
		continue
	}
	const args = listArguments()
	const { status, stderr } = run(tool, args)
	console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${tool} ${args.join(' ')}${status === 0 ? '' : `\n${stderr}`}`)
	if (status !== 0) process.exitCode = 1
}
rmSync(folder, { recursive: true })

function run(tool, args) {
	return spawnSync(tool, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...caddy } })
}

/** Copies a file with what is on this machine in place of what is on a server. Returns the path of the copy. */
function copy(file, change = (text) => text) {
	const place = join(folder, file.slice(file.lastIndexOf('/') + 1))
	writeFileSync(place, change(readFileSync(join(root, file), 'utf8')))
	return place
}

/** Gives every variable of a Compose file a value. */
function checkCompose(file) {
	const names = readFileSync(join(root, file), 'utf8').matchAll(/(?<!\$)\$\{(\w+)/g)
	writeFileSync(join(folder, '.env'), [...names].map(([, name]) => `${name}=a\n`).join(''))
	return ['compose', '--file', copy(file), 'config', '--quiet']
}

function toOurFolder(unit) {
	return unit.replaceAll('/opt/savepoint', root)
}

function toWholeConfig(server) {
	run('openssl', `req -x509 -nodes -newkey rsa:2048 -subj /CN=a -keyout ${key} -out ${chain}`.split(' '))
	const own = server
		.replace(/\/etc\/letsencrypt\S+fullchain\.pem/, chain)
		.replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
	const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `${name}_temp_path ${folder}/${name};`,
	)
	return `pid ${folder}/pid;\nevents {}\nhttp {\n${paths.join('\n')}\n${own.replaceAll('/var/log/nginx', folder)}}\n`
}
