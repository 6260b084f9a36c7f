import { getSite } from '#contract/site.ts'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { originOf } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'

/** Serves the site's own facts, and the files that let the operator's apps open its links. */
export function siteRoutes(app: App, services: Services): void {
	const { config, social } = services

	app.route({
		...getSite,
		async handler(request) {
			const { contactEmail, socialLinks } = config
			return {
				success: true as const,
				origin: originOf(config, request),
				contactEmail,
				providers: [...social.keys()],
				socialLinks: [...socialLinks],
			}
		},
	})

	// Phones fetch these two when an app is installed. Without them every link opens in the browser.
	if (config.appleAppIds.length > 0) {
		const association = describeAppleApps(config)
		app.get('/.well-known/apple-app-site-association', () => association)
	}
	if (config.androidApps.length > 0) {
		const links = describeAndroidApps(config)
		app.get('/.well-known/assetlinks.json', () => links)
	}
}

/** Apple's file: every page opens in the app. The API, feeds, files and the end of a sign-in stay in the browser. */
function describeAppleApps({ appleAppIds }: Config) {
	const excluded = ['/api/*', '/feeds/*', '/oauth/*', '*.*'].map((path) => ({ '/': path, exclude: true }))
	return { applinks: { details: [{ appIDs: appleAppIds, components: [...excluded, { '/': '/*' }] }] } }
}

/** Google's file. The app's own manifest says which pages open in it. */
function describeAndroidApps({ androidApps }: Config) {
	return androidApps.map(({ packageName, fingerprint }) => ({
		relation: ['delegate_permission/common.handle_all_urls'],
		target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: [fingerprint] },
	}))
}
