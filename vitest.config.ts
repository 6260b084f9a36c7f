import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// With TEST_DATABASE_URL the tests that need a database run on that PostgreSQL server, else on the embedded one.
export default defineConfig({
	plugins: [react()],
	test: {
		include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'catalogue/**/*.test.ts', 'demo/**/*.test.ts'],
		environment: 'node',
		globalSetup: 'test/migrated-dump.ts',
		// A process per file: each has its own embedded database. More than two only take turns on it.
		pool: 'forks',
		maxWorkers: 2,
		// generous: a busy machine is no fault of the site
		testTimeout: 120_000,
		hookTimeout: 120_000,
	},
})
