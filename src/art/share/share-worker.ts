// Runs in a process of its own: setting text in any script takes up to half a second, and the open fonts take memory.
import { createTypesetter } from '#art/text/text-block.ts'
import { type ShareRequest, sharePictureSvg } from './share-picture.ts'

const typesetter = createTypesetter()

// A rejection ends the process, and the caller that waits for the picture gets its reason
process.on('message', async (request: ShareRequest) => {
	process.send?.(await sharePictureSvg(typesetter, request))
})
