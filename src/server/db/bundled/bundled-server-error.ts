/** The bundled database server cannot run here, or not in this folder. The message tells the operator what to do. */
export class BundledServerError extends Error {}
