import { type DateOrder, fittingOrders, isAmbiguous } from './dates.ts'

/** Finds the order of day and month that all dates of a file have. */
export class DateOrders {
	private fitting: DateOrder[] = ['ymd', 'dmy', 'mdy']
	private isAsked = false

	/** Notes a date; a text that is none counts for nothing. */
	add(text: string): void {
		const orders = fittingOrders(text)
		if (orders.length === 0) return
		this.isAsked ||= isAmbiguous(text)
		this.fitting = this.fitting.filter((order) => orders.includes(order))
	}

	/** The only order that fits; null if several do, or none. */
	get order(): DateOrder | null {
		return this.fitting.length === 1 ? (this.fitting[0] ?? null) : null
	}

	/** Whether there are dates whose order is not known. */
	get needsOrder(): boolean {
		return this.isAsked && this.order === null
	}
}
