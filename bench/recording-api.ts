import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { App } from '#server/http/app-type.ts'
import { createServices } from '#server/services.ts'
import type { Statement } from './bare-server.ts'
import type { ReadCall } from './read-calls.ts'
import { recordStatements } from './record-statements.ts'

export const SECRET_KEY = 'a secret of the benchmark, long enough to be one'

/** The API in this process, which records the statements that it runs on the database. */
export interface RecordingApi extends AsyncDisposable {
	app: App
	/** Signs a user in and returns the headers of their requests; none for a visitor. */
	authHeaders: (userId: string | null) => Promise<Record<string, string>>
	/** Makes a call and returns its statements in order. Throws unless the answer is 200 or 302. */
	recordRead: (call: ReadCall) => Promise<Statement[]>
}

export async function startRecordingApi(database: Database): Promise<RecordingApi> {
	const { db } = database
	const provider = { FACEBOOK_APP_ID: 'benchmark', FACEBOOK_APP_SECRET: 'unused' }
	const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000', ...provider })
	const services = createServices(config, database, SECRET_KEY, Date.now, async () => {})
	const app = await createApp(services)
	await app.ready()
	const authHeaders = async (userId: string | null): Promise<Record<string, string>> => {
		if (userId === null) return {}
		const at = new Date().toISOString()
		await db
			.insertInto('sessions')
			.values({ id: userId, user_id: userId, device: 'benchmark', created_at: at, rotated_at: at })
			.onConflict((conflict) => conflict.doNothing())
			.execute()
		return { authorization: `Bearer ${services.accessTokens.sign({ userId, sessionId: userId }, Date.now())}` }
	}
	return {
		app,
		authHeaders,
		async recordRead({ url, userId }) {
			const headers = await authHeaders(userId)
			const { statements, result } = await recordStatements(() => app.inject({ url, headers }))
			if (result.statusCode !== 200 && result.statusCode !== 302)
				throw new Error(`${url} answered ${result.statusCode}: ${result.body}`)
			return statements
		},
		[Symbol.asyncDispose]: () => app.close(),
	}
}
