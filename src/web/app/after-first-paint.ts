import type { QueryClient } from '@tanstack/react-query'
import { listenForCoverGestures } from '#web/features/games/cover-gestures.ts'
import { startServiceWorker } from '#web/features/push/start-service-worker.ts'
import { trackImpressions } from '#web/features/reviews/impression-tracker.ts'
import { likeAfterLogin } from '#web/features/reviews/like-after-login.ts'
import { startListCache } from './list-cache.ts'
import { animatePageChanges, type Router } from './page-transitions.ts'
import { loadPicturesForPrint } from './print-pictures.ts'

/**
 * Starts what no first paint needs. Without it the page works: it counts no impressions, visitors press Like again after the
 * login, and Back loads lists again.
 */
export function startAfterFirstPaint(root: Element, client: QueryClient, router: Router): void {
	trackImpressions(root)
	likeAfterLogin(client, router)
	listenForCoverGestures()
	startListCache(client)
	animatePageChanges(router)
	loadPicturesForPrint()
	startServiceWorker()
}
