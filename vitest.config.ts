import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// With TEST_DATABASE_URL the tests that need a database run on that PostgreSQL server, else on the embedded one.
export default defineConfig({
	plugins: [react()],
	test: {
		include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'catalog/**/*.test.ts', 'demo/**/*.test.ts'],
		environment: 'node',
		globalSetup: ['test/kit/migrated-dump.ts', 'test/kit/loaded-data.ts'],
		pool: 'forks',
		maxWorkers: 2,
		// Files share their worker's modules and its database, which are most of what a file would cost.
		isolate: false,
		// generous: a busy machine is no fault of the site
		testTimeout: 300_000,
		hookTimeout: 300_000,
	},
})
