// A reporter of Vitest that sends each result to the process that started the run (scripts/runners.mjs).

const send = (event) => process.send?.(event)

export default class {
	onTestRunStart(files) {
		send({ kind: 'begin', unit: 'files', total: files.length })
	}

	onTestCaseResult(test) {
		const { state, errors = [] } = test.result()
		send({
			kind: 'test',
			name: `${test.module.relativeModuleId} > ${test.fullName}`,
			file: test.module.relativeModuleId,
			state: state === 'pending' ? 'skipped' : state,
			ms: test.diagnostic()?.duration ?? 0,
			error: errors.map(({ stack, message, diff }) => [stack ?? message, diff].filter(Boolean).join('\n')).join('\n'),
		})
	}

	onTestModuleEnd(file) {
		// A file that fails to load reports no failed test
		for (const { stack, message } of file.errors())
			send({
				kind: 'test',
				name: file.relativeModuleId,
				file: file.relativeModuleId,
				state: 'failed',
				ms: 0,
				error: stack ?? message,
			})
		send({ kind: 'step' })
	}

	onTestRunEnd(_files, errors) {
		for (const { stack, message } of errors)
			send({ kind: 'test', name: 'outside of any test', state: 'failed', ms: 0, error: stack ?? message })
	}
}
