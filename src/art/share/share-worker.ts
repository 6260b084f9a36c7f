// Runs in a worker thread: setting text in any script takes up to half a second, and the open fonts take memory.
import { parentPort } from 'node:worker_threads'
import { createTypesetter } from '#art/text/text-block.ts'
import { type ShareRequest, sharePictureSvg } from './share-picture.ts'

const typesetter = createTypesetter()

// A rejection ends the thread, and the caller that waits for the picture gets its reason
parentPort?.on('message', async (request: ShareRequest) => {
	parentPort?.postMessage(await sharePictureSvg(typesetter, request))
})
