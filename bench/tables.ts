import type { Comparison, Flatness } from './compare.ts'
import { GROWTH_HEAD, type GrowthRow } from './growth.ts'
import type { OperationFigure } from './operation.ts'
import type { QualityRow } from './search-quality.ts'
import type { PairResult } from './write-pairs.ts'

/** A size and its upper limit. */
export interface Size {
	title: string
	size: number
	unit: 'MB' | 'kB' | 's' | 'ms' | 'µs'
	aim: number
}

export function printComparisons(compared: readonly Comparison[]): void {
	if (compared.length === 0) return
	printTable(
		['case', 'ours/s', 'bare/s', 'ratio', 'aim', '', 'CPU us', 'bare', 'p99 ms', 'bare'],
		compared.map(({ title, aim, ours, bare, percent }) => [
			title,
			ours.perSecond.toFixed(0),
			bare.perSecond.toFixed(0),
			`${percent.toFixed(0)} %`,
			aim === undefined ? '' : `${aim} %`,
			aim === undefined ? '' : percent >= aim ? 'reached' : 'missed',
			ours.cpuMicros.toFixed(0),
			bare.cpuMicros.toFixed(0),
			ours.p99Ms.toFixed(1),
			bare.p99Ms.toFixed(1),
		]),
	)
}

export function printFlatness(flat: readonly Flatness[]): void {
	if (flat.length === 0) return
	printTable(
		['cost', 'first/s', 'second/s', 'times', 'aim', ''],
		flat.map(({ title, times, aim, perSecond: [first, second] }) => [
			title,
			first.toFixed(0),
			second.toFixed(0),
			times.toFixed(2),
			`${aim}`,
			times <= aim ? 'reached' : 'missed',
		]),
	)
}

export function printPairs(pairs: readonly PairResult[]): void {
	if (pairs.length === 0) return
	printTable(
		['write, by the server alone', 'ours/s', 'minimal/s', 'ratio', 'aim', '', 'WAL bytes', 'minimal'],
		pairs.map(({ title, site, minimal, percent, aim }) => [
			title,
			site.perSecond.toFixed(0),
			minimal.perSecond.toFixed(0),
			`${percent.toFixed(0)} %`,
			`${aim} %`,
			percent >= aim ? 'reached' : 'missed',
			site.walBytes.toFixed(0),
			minimal.walBytes.toFixed(0),
		]),
	)
}

export function printGrowth(rows: readonly GrowthRow[]): void {
	if (rows.length === 0) return
	printTable(
		GROWTH_HEAD,
		rows.map(({ title, values, unit }) => [title, ...values.map((value) => `${value.toFixed(0)}${unit}`)]),
	)
}

export function printOperation(figures: readonly OperationFigure[]): void {
	if (figures.length === 0) return
	printTable(
		['operation', 'now', 'aim', ''],
		figures.map(({ title, value, unit, aim, isFloor }) => [
			title,
			`${value.toFixed(value < 100 ? 1 : 0)} ${unit}`,
			...(aim === undefined
				? ['', '']
				: [
						`${isFloor ? 'at least' : 'at most'} ${aim} ${unit}`,
						(isFloor ? value >= aim : value <= aim) ? 'reached' : 'missed',
					]),
		]),
	)
}

export function printQuality(rows: readonly QualityRow[]): void {
	if (rows.length === 0) return
	const engines = [...(rows[0]?.found.keys() ?? [])]
	printTable(
		['found first / among five', 'queries', ...engines],
		rows.map(({ kind, queries, found }) => [
			kind,
			String(queries),
			...[...found.values()].map(({ first, amongFive }) =>
				[first, amongFive].map((count) => `${((100 * count) / queries).toFixed(1)} %`).join(' / '),
			),
		]),
	)
}

export function printSizes(sizes: readonly Size[]): void {
	if (sizes.length === 0) return
	printTable(
		['size', 'now', 'aim', ''],
		sizes.map(({ title, size, unit, aim }) => [
			title,
			`${size.toFixed(0)} ${unit}`,
			`${aim} ${unit}`,
			size <= aim ? 'reached' : 'missed',
		]),
	)
}

/** Prints a table. The first column is left-aligned, the others are right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
	console.log()
	for (const row of [head, ...rows])
		console.log(
			row
				.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
				.join('  ')
				.trimEnd(),
		)
}
