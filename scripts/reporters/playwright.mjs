// A reporter of Playwright that sends each result to the process that started the run (scripts/runners.mjs).

const send = (event) => process.send?.(event)

export default class {
	printsToStdio() {
		return false
	}

	onBegin(_config, suite) {
		send({ kind: 'begin', unit: 'tests', total: suite.allTests().length })
	}

	onTestEnd(test, result) {
		const [, project, file, ...titles] = test.titlePath()
		const name = `${project} ${file} > ${titles.join(' > ')}`
		const error = result.errors.map(({ stack, message, value }) => stack ?? message ?? value).join('\n')
		const isOver = test.outcome() !== 'unexpected' || result.retry === test.retries
		if (!isOver) return send({ kind: 'retry', name, error })
		const states = { expected: 'passed', flaky: 'passed', skipped: 'skipped', unexpected: 'failed' }
		send({ kind: 'test', name, state: states[test.outcome()], ms: result.duration, error })
		send({ kind: 'step' })
	}

	onError({ stack, message }) {
		send({ kind: 'test', name: 'outside of any test', state: 'failed', ms: 0, error: stack ?? message })
	}
}
