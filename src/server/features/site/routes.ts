import { getSite } from '#contract/site.ts'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { originOf } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'

/** What the site is, and to which apps its addresses may open. */
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

	// phones ask for these two when an app is installed; without them every address stays the browser's
	if (config.appleAppIds.length > 0) {
		const association = appleAssociation(config)
		app.get('/.well-known/apple-app-site-association', () => association)
	}
	if (config.androidApps.length > 0) {
		const links = assetLinks(config)
		app.get('/.well-known/assetlinks.json', () => links)
	}
}

/** Apple's file: every page opens in the app, but not what is no page, and not where a browser's sign-in ends. */
function appleAssociation({ appleAppIds }: Config) {
	const others = ['/api/*', '/feeds/*', '/oauth/*', '*.*'].map((path) => ({ '/': path, exclude: true }))
	return { applinks: { details: [{ appIDs: appleAppIds, components: [...others, { '/': '/*' }] }] } }
}

/** Google's file; which pages open in the app stands in the app itself. */
function assetLinks({ androidApps }: Config) {
	return androidApps.map(({ packageName, fingerprint }) => ({
		relation: ['delegate_permission/common.handle_all_urls'],
		target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: [fingerprint] },
	}))
}
