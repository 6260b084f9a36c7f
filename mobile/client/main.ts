import { startApp } from '../../src/web/app/entry-app.tsx'
import { bridge } from './bridge.ts'

/** Put in by the build: the address that `npm run mobile:sync` was given. */
declare const SAVEPOINT_API: string

void startApp(bridge, SAVEPOINT_API)
