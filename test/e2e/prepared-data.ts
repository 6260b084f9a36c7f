import { newDataPlace, startProcess } from '../process.ts'

/** Runs before all journeys: a site's data as its first start makes them, which each site of a file begins with a copy of. */
export default async function prepareData(): Promise<() => Promise<void>> {
	const place = await newDataPlace()
	const site = await startProcess(place)
	await site.stop()
	// the workers are made with this process's environment
	process.env.PREPARED_DATA = site.dataDir
	return async () => place[Symbol.asyncDispose]()
}
