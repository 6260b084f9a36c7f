import type { Config } from '../config.ts'
import type { CatalogueSource } from './source.ts'

/** The sources that are read over the network, by the names under which they are imported. */
export const SOURCES: Readonly<Record<string, (config: Config) => CatalogueSource>> = {}
