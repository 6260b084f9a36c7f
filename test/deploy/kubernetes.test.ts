import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SHUTDOWN_TIMEOUT_MS } from '#server/serve.ts'
import { type Manifest, readEnvironment, readKustomization, readManifests } from './manifests.ts'

interface Pod {
	spec: {
		automountServiceAccountToken: boolean
		terminationGracePeriodSeconds: number
		securityContext: object
		containers: Container[]
		volumes: { name: string; persistentVolumeClaim?: { claimName: string }; emptyDir?: { sizeLimit: string } }[]
	}
}

interface Container {
	image: string
	command?: string[]
	envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
	ports: { name: string; containerPort: number }[]
	lifecycle: { preStop: { exec: { command: [string, string] } } }
	resources: { requests: object; limits: { memory: string } }
	securityContext: object
	volumeMounts: { name: string; mountPath: string }[]
	startupProbe: Probe
	readinessProbe: Probe
	livenessProbe: Probe
}

interface Probe {
	httpGet: { path: string; port: string }
	periodSeconds: number
	failureThreshold: number
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const kustomization = readKustomization()
const manifests = kustomization.resources.flatMap(readManifests)
const [secret] = readManifests('secret.example.yaml') as [Manifest]
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }

const deployment = find('Deployment').spec as {
	strategy: object
	selector: { matchLabels: object }
	template: Pod & { metadata: { labels: object } }
}
const job = find('CronJob').spec as { jobTemplate: { spec: { template: Pod & { metadata: { labels: object } } } } }
const pods = [deployment.template, job.jobTemplate.spec.template]
const site = deployment.template.spec.containers[0] as Container

describe('the manifests', () => {
	test('have what the documented overlay changes, and let in the ingress controller that it names', () => {
		const [, overlay = ''] =
			/```yaml\n(# kustomization\.yaml\n.*?)```/s.exec(readFileSync(path.join(ROOT, 'docs/self-hosting.md'), 'utf8')) ??
			[]
		const { patches } = parse(overlay) as { patches: { target: { kind: string; name: string }; patch: string }[] }
		const values = new Map<string, unknown>()
		for (const { target, patch } of patches)
			for (const { op, path: place, value } of parse(patch) as { op: string; path: string; value: unknown }[]) {
				const keys = place.split('/').slice(1)
				let found: unknown = manifests.find(
					({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
				)
				for (const key of keys) found = (found as Record<string, unknown>)[key.replaceAll('~1', '/')]
				expect([place, op, typeof found]).toEqual([place, 'replace', 'string'])
				values.set(keys.at(-1) ?? '', value)
			}
		expect([values.get('ingressClassName'), values.get('kubernetes.io~1metadata.name')]).toEqual([
			'nginx',
			'ingress-nginx',
		])
	})

	test('use the version of the project, and the settings and secrets that exist', () => {
		expect(kustomization.images).toMatchObject([{ name: 'savepoint', newTag: version }])
		for (const { spec } of pods)
			for (const { image, envFrom } of spec.containers) {
				expect(image).toBe('savepoint')
				expect(envFrom).toEqual([
					{ configMapRef: { name: kustomization.configMapGenerator[0]?.name } },
					{ secretRef: { name: secret.metadata.name } },
				])
			}
		for (const name of kustomization.configMapGenerator[0]?.envs ?? []) expect(readEnvironment(name)).not.toEqual({})
	})

	test('select the pods of the site', () => {
		const { labels } = deployment.template.metadata
		const { selector } = find('Service').spec as { selector: object }
		const budget = find('PodDisruptionBudget').spec as { selector: { matchLabels: object } }
		expect(deployment.selector.matchLabels).toEqual(labels)
		expect(selector).toEqual(labels)
		expect(budget.selector.matchLabels).toEqual(labels)
		expect(job.jobTemplate.spec.template.metadata.labels).not.toEqual(labels)
	})
})

describe('the pods', () => {
	test('have no rights, a read-only file system and bounded memory', () => {
		for (const { spec } of pods) {
			expect(spec.automountServiceAccountToken).toBe(false)
			expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
			for (const { securityContext, resources, volumeMounts } of spec.containers) {
				expect(securityContext).toEqual({
					allowPrivilegeEscalation: false,
					readOnlyRootFilesystem: true,
					capabilities: { drop: ['ALL'] },
				})
				expect(resources).toMatchObject({ requests: { cpu: expect.anything() }, limits: { memory: expect.anything() } })
				expect(volumeMounts.map(({ name }) => name).sort()).toEqual(spec.volumes.map(({ name }) => name).sort())
				expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(['/data', '/tmp']))
			}
			for (const { emptyDir } of spec.volumes) if (emptyDir) expect(emptyDir.sizeLimit).toMatch(/^\d+Mi$/)
		}
	})

	test('of the site have room for their cache of pictures', () => {
		const data = deployment.template.spec.volumes.find(({ name }) => name === 'data')
		const cacheMegabytes = Number(readEnvironment('settings.env').PICTURE_CACHE_MB)
		expect(Number.parseInt(data?.emptyDir?.sizeLimit ?? '', 10)).toBeGreaterThan(cacheMegabytes * 1.2)
	})

	test('start the backup that exists', () => {
		const program = /node (\S+)/.exec(job.jobTemplate.spec.template.spec.containers[0]?.command?.at(-1) ?? '')?.[1]
		expect([program, existsSync(path.join(ROOT, program ?? ''))]).toEqual(['src/backup.ts', true])
	})

	test('make room before the backup, and keep the newest one even if it is old', async () => {
		const script = job.jobTemplate.spec.template.spec.containers[0]?.command?.at(-1) ?? ''
		await using folder = await mkdtempDisposable(path.join(tmpdir(), 'savepoint-backups-'))
		const run = (backup: string) =>
			promisify(execFile)('/bin/sh', [
				'-euc',
				script.replaceAll('/backups', folder.path).replace(/^\s*node src\/backup.ts/m, backup),
			])
		const add = async (name: string, days: number) => {
			await writeFile(path.join(folder.path, name), '')
			await utimes(path.join(folder.path, name), Date.now() / 1000, Date.now() / 1000 - days * 86_400)
		}
		await add('savepoint-20260101T031700Z.backup', 40)
		await add('savepoint-20260110T031700Z.backup', 30)
		await add('savepoint-20260111T031700Z.backup.unfinished', 29)
		await expect(run('false')).rejects.toThrow()
		expect(await readdir(folder.path)).toEqual(['savepoint-20260110T031700Z.backup'])
		await add('savepoint-20260201T031700Z.backup', 8)
		await run('touch')
		expect(await readdir(folder.path)).toEqual([
			'savepoint-20260201T031700Z.backup',
			expect.stringMatching(/Z\.backup$/),
		])
	})
})

describe('a rolling update', () => {
	test('keeps every old pod until a new one is ready', () => {
		expect(deployment.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
	})

	test('gives a pod the time to leave the proxies and to stop', () => {
		const [program, seconds] = site.lifecycle.preStop.exec.command
		expect(program).toBe('sleep')
		const neededMs = Number(seconds) * 1000 + SHUTDOWN_TIMEOUT_MS
		expect(deployment.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(neededMs)
	})

	test('waits for readiness, and restarts only what hangs', () => {
		const paths = [site.startupProbe, site.readinessProbe, site.livenessProbe].map(({ httpGet }) => httpGet.path)
		expect(paths).toEqual(['/readyz', '/readyz', '/healthz'])
		// A migration of a large database takes minutes
		expect(site.startupProbe.periodSeconds * site.startupProbe.failureThreshold).toBeGreaterThanOrEqual(600)
	})

	test('opens no more connections than PostgreSQL allows by default', () => {
		const { maxReplicas } = find('HorizontalPodAutoscaler').spec as { maxReplicas: number }
		const connections = Number(readEnvironment('settings.env').DATABASE_CONNECTIONS)
		// An update has one pod more, and 10 of 100 connections are for backups and administrators
		expect((maxReplicas + 1) * connections).toBeLessThanOrEqual(90)
	})
})

function find(kind: string): Manifest {
	const manifest = manifests.find((other) => other.kind === kind)
	if (!manifest) throw new Error(`There is no ${kind}.`)
	return manifest
}
