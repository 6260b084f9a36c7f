import { getSite } from '#contract/site.ts'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'

/** Registers the routes for the site's configuration and for the files that let the operator's apps open its links. */
export function siteRoutes(app: App, services: Services): void {
	const { config } = services

	app.route({
		...getSite,
		async handler(request) {
			return { success: true as const, ...(await describeSite(services, getSiteOrigin(config, request))) }
		},
	})

	// Phones fetch these two files when an app is installed. Without them every link opens in the browser.
	if (config.appleAppIds.length > 0) {
		const association = describeAppleApps(config)
		app.get('/.well-known/apple-app-site-association', () => association)
	}
	if (config.androidApps.length > 0) {
		const links = describeAndroidApps(config)
		app.get('/.well-known/assetlinks.json', () => links)
	}
}

/** Returns what pages show of the site, with the settings that this process has. */
export async function describeSite({ config, social, siteSettings }: Services, origin: string) {
	const { name, description, accent, registration, rules, membersInvite, contactEmail } = await siteSettings.peek()
	return {
		origin,
		name,
		description,
		accent,
		registration,
		proofNeeded: config.proofOfWork === 'always',
		hasRules: rules !== null,
		membersInvite,
		contactEmail,
		providers: [...social.keys()],
		socialLinks: [...config.socialLinks],
	}
}

/** Builds Apple's file: every page opens in the app. The API, feeds, files and sign-in callbacks stay in the browser. */
function describeAppleApps({ appleAppIds }: Config) {
	const excluded = ['/api/*', '/feeds/*', '/oauth/*', '*.*'].map((path) => ({ '/': path, exclude: true }))
	return { applinks: { details: [{ appIDs: appleAppIds, components: [...excluded, { '/': '/*' }] }] } }
}

/** Builds Google's file. The app's manifest lists the pages that open in it. */
function describeAndroidApps({ androidApps }: Config) {
	return androidApps.map(({ packageName, fingerprint }) => ({
		relation: ['delegate_permission/common.handle_all_urls'],
		target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: [fingerprint] },
	}))
}
