import cluster from 'node:cluster'

/** The worker that prepares the database, and says so. */
const FIRST_WORKER = 1

/** Whether this process speaks for the site at its start: the only one, or the first of several workers. */
export const isFirstProcess = cluster.worker === undefined || cluster.worker.id === FIRST_WORKER
