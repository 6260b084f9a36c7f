import { startApp } from '../../src/web/app/entry-app.tsx'
import { bridge } from './bridge.ts'

/** Defined by the build: the site URL passed to `npm run mobile:sync`. */
declare const SAVEPOINT_API: string

void startApp(bridge, SAVEPOINT_API)
