import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Database tests run on the server of TEST_DATABASE_URL, or else on one that starts for the run
export default defineConfig({
	plugins: [react()],
	test: {
		environment: 'node',
		globalSetup: ['test/kit/database-server.ts'],
		setupFiles: ['test/kit/property-seed.ts'],
		pool: 'forks',
		maxWorkers: 2,
		// Test files share their worker's modules and database, which would be most of a file's cost
		isolate: false,
		// Generous, so that a busy machine does not fail tests
		testTimeout: 300_000,
		hookTimeout: 300_000,
		slowTestThreshold: 10_000,
		// The trust cases, by number
		tags: [
			...Array.from({ length: 60 }, (_, index) => ({ name: `trust-${index + 1}` })),
			{ name: 'ci', description: 'Waits for `.ci/run`' },
		],
		// What libraries print about passed tests says nothing
		silent: 'passed-only',
		expect: { poll: { timeout: 60_000 } },
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'catalog/**/*.test.ts', 'demo/**/*.test.ts'],
					exclude: ['test/faults/**'],
				},
			},
			// What ends, fills, floods or freezes processes: it depends on what else the machine does
			{ extends: true, test: { name: 'faults', include: ['test/faults/**/*.test.ts'] } },
		],
	},
})
