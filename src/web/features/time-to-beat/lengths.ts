import { pluralize } from '#web/app/format.ts'

/** The lengths that are offered, in hours. */
export const LENGTHS = [5, 10, 20, 40]

export const describeLength = (hours: number) => `Under ${pluralize(hours, 'hour')}`
