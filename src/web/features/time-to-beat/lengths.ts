import { pluralize } from '#web/app/format.ts'

export const describeLength = (hours: number) => `Under ${pluralize(hours, 'hour')}`
