import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { parse, parseAllDocuments } from 'yaml'

const FOLDER = path.resolve(import.meta.dirname, '../../deploy/kubernetes')

/** The kinds that the manifests use, each with the validator of Kubernetes' own schema. */
const KINDS = {
	CronJob,
	Deployment,
	HorizontalPodAutoscaler,
	Ingress,
	Namespace,
	NetworkPolicy,
	PersistentVolumeClaim,
	PodDisruptionBudget,
	Secret,
	Service,
} as const

export interface Manifest {
	apiVersion: string
	kind: string
	metadata: { name: string }
	spec?: unknown
	stringData?: Record<string, string>
}

export interface Kustomization {
	resources: string[]
	images: { name: string; newTag: string }[]
	configMapGenerator: { name: string; envs: string[] }[]
}

/** Reads the kustomization of the folder. */
export function readKustomization(): Kustomization {
	return parse(readFileSync(path.join(FOLDER, 'kustomization.yaml'), 'utf8')) as Kustomization
}

/** Reads all manifests of a file. */
export function readManifests(file: string): Manifest[] {
	return parseAllDocuments(readFileSync(path.join(FOLDER, file), 'utf8')).map((document) => document.toJS() as Manifest)
}

/** Reads the lines of an environment file. */
export function readEnvironment(file: string): Record<string, string> {
	const lines = readFileSync(path.join(FOLDER, file), 'utf8').split('\n')
	return Object.fromEntries(
		lines
			.filter((line) => /^\w+=/.test(line))
			.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
	)
}

/** Returns what Kubernetes' schema rejects in a manifest, and the fields that it does not know. */
export function findManifestErrors(manifest: Manifest): string[] {
	const mistake = validate(manifest)
	if (mistake !== undefined) return [mistake]
	// The schema allows unknown fields. A known one has a type, so that a wrong value there is a mistake.
	return listPaths(manifest)
		.filter((keys) => validate(withWrongValue(manifest, keys)) === undefined)
		.map((keys) => `${keys.join('.')} is unknown`)
}

function validate(manifest: Manifest): string | undefined {
	if (!isKnownKind(manifest.kind)) return `${manifest.kind} is unknown`
	const Kind = KINDS[manifest.kind]
	if (Kind.apiVersion !== manifest.apiVersion) return `${manifest.kind} is in ${Kind.apiVersion}`
	try {
		new Kind(manifest as never).validate()
		return undefined
	} catch (error) {
		return (error as Error).message
	}
}

function isKnownKind(kind: string): kind is keyof typeof KINDS {
	return kind in KINDS
}

function listPaths(value: unknown, keys: readonly string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return []
	return Object.entries(value).flatMap(([key, inner]) => [[...keys, key], ...listPaths(inner, [...keys, key])])
}

function withWrongValue(manifest: Manifest, keys: readonly string[]): Manifest {
	const copy = structuredClone(manifest)
	let parent = copy as unknown as Record<string, unknown>
	for (const key of keys.slice(0, -1)) parent = parent[key] as Record<string, unknown>
	const last = keys.at(-1) ?? ''
	// No field is a list of lists
	parent[last] = [[]]
	return copy
}
