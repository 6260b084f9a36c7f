import { useContext } from 'react'
import { platform } from '#web/app/platform.ts'
import { SiteContext } from '#web/app/site.ts'
import { listSources } from './source-guides.ts'

/** Returns the sources that can be read here. The app has no browser that comes back from Steam. */
export function useSources() {
	const { hasSteam } = useContext(SiteContext)
	return listSources(hasSteam && platform.createConnectChallenge === undefined)
}
