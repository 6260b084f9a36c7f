import { paths } from '#contract/paths.ts'
import { getSite } from '#contract/site.ts'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a `security.txt` may be taken for true; RFC 9116 recommends less than a year. */
const SECURITY_CONTACT_DAYS = 90

/** Registers the routes for the site's configuration and for the files under `/.well-known/` that programs know. */
export function siteRoutes(app: App, services: Services): void {
	const { config, clock, siteSettings } = services

	app.route({
		...getSite,
		async handler(request) {
			return { success: true as const, ...(await describeSite(services, getSiteOrigin(config, request))) }
		},
	})

	// Password managers open it
	app.get('/.well-known/change-password', (_request, reply) => reply.redirect(paths.settings()))

	app.get('/.well-known/security.txt', async (request, reply) => {
		const { contactEmail } = await siteSettings.peek()
		const expires = new Date(clock() + SECURITY_CONTACT_DAYS * DAY_MS).toISOString()
		const canonical = `${getSiteOrigin(config, request)}/.well-known/security.txt`
		reply.type('text/plain; charset=utf-8')
		return `Contact: mailto:${contactEmail}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`
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
		proofNeeded: config.proofOfWork === 'always' || (config.proofOfWork === 'abuse' && registration === 'approval'),
		confirmsAddresses: config.confirmsAddresses,
		hasRules: rules !== null,
		membersInvite,
		hasSteam: config.steam !== undefined,
		contactEmail,
		providers: [...social.keys()],
		socialLinks: [...config.socialLinks],
	}
}

/** Builds Apple's file: every page opens in the app. The API, feeds, files and login callbacks stay in the browser. */
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
