import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#web/app/routes.tsx'
import { apiAddress } from '../../mobile/api-address.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test.each([
	['https://play.example', 'https://play.example'],
	['https://play.example/', 'https://play.example'],
	['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
	['http://10.0.2.2:3000', 'http://10.0.2.2:3000'],
])('the app can be built for %s', (text, address) => {
	expect(apiAddress(text)).toBe(address)
})

test.each([
	[undefined, /^Name the site that the app is for: SAVEPOINT_API=/],
	[' ', /^Name the site/],
	['play.example', /which is no address/],
	['http://play.example', /over https only/],
	['ftp://play.example', /over https only/],
	['https://play.example/api', /at the root of its host/],
	['https://me@play.example', /at the root of its host/],
])('and not for %s', (text, sentence) => {
	expect(() => apiAddress(text)).toThrow(sentence)
})

test('every route opens in the Android app, except those that end in a browser', () => {
	const manifest = read('mobile/android/app/src/main/AndroidManifest.xml')
	const rules = [...manifest.matchAll(/android:(path|pathPrefix|pathPattern)="([^"]+)"/g)].map(([, kind, text = '']) =>
		kind === 'pathPattern' ? new RegExp(`^${text}$`) : new RegExp(`^${text}${kind === 'path' ? '$' : ''}`),
	)
	const opens = (path: string) => rules.some((rule) => rule.test(path))
	const screens = routes[0]?.children?.[0]?.children ?? []
	const paths = screens
		.filter(({ id }) => id !== 'not-found' && id !== 'oauth-landing')
		.map(({ path = '' }) => `/${path.replace('?', '').replace(/:\w+/g, 'x1')}`)
	expect(paths.length).toBeGreaterThan(20)
	expect(paths.filter((path) => !opens(path))).toEqual([])
	for (const path of [
		'/oauth/callback',
		'/oauth/success',
		'/api/docs',
		'/feeds/reviews.atom',
		'/sitemap.xml',
		'/robots.txt',
	])
		expect([path, opens(path)]).toEqual([path, false])
})

test("both systems register the login callback scheme, and Xcode the site's host", () => {
	expect(read('mobile/android/app/src/main/res/values/strings.xml')).toContain('name="custom_url_scheme">savepoint<')
	expect(read('mobile/ios/App/App/Info.plist')).toMatch(/CFBundleURLSchemes<\/key>\s*<array>\s*<string>savepoint</)
	expect(read('mobile/ios/App/App/App.entitlements')).toContain('applinks:$(SITE_HOST)')
	const project = read('mobile/ios/App/App.xcodeproj/project.pbxproj')
	expect(project.match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)).toHaveLength(2)
})

test("only one module uses the wrapper, and the site's browser bundle does not include it", () => {
	const sources = ['src', 'mobile/client'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
	)
	const knowing = sources.filter((file) => /\.tsx?$/.test(file) && /from '@capacitor\//.test(read(file)))
	expect(knowing).toEqual(['mobile/client/bridge.ts'])
	const built = readdirSync(join(root, 'dist/client/assets')).filter((name) => name.endsWith('.js'))
	expect(built.length).toBeGreaterThan(20)
	const told = built.filter((name) =>
		/capacitor|androidBridge|savepoint:\/\/|oauth-waiting|oauth_waiting/i.test(read(`dist/client/assets/${name}`)),
	)
	expect(told).toEqual([])
})
