import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'

const FOLDER = path.resolve(import.meta.dirname, '../../deploy/kubernetes')

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

/** Reads the variables of an environment file. */
export function readEnvironment(file: string): Record<string, string> {
	return parseEnv(readFileSync(path.join(FOLDER, file), 'utf8')) as Record<string, string>
}
