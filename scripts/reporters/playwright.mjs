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
		send({
			kind: 'test',
			name: `${project} ${file} > ${titles.join(' > ')}`,
			state: test.outcome() === 'expected' ? 'passed' : test.outcome() === 'skipped' ? 'skipped' : 'failed',
			ms: result.duration,
			error: result.errors.map(({ stack, message, value }) => stack ?? message ?? value).join('\n'),
		})
		send({ kind: 'step' })
	}

	onError({ stack, message }) {
		send({ kind: 'test', name: 'outside of every test', state: 'failed', ms: 0, error: stack ?? message })
	}
}
