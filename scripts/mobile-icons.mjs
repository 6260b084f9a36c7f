// `npm run mobile:icons`: draws the app's icons and launch screens from the logo in public/favicon.svg, in all sizes that
// Android and iOS require.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { root } from './processes.mjs'

const res = join(root, 'mobile/android/app/src/main/res')
const assets = join(root, 'mobile/ios/App/App/Assets.xcassets')
const mark = readFileSync(join(root, 'public/favicon.svg'), 'utf8')
const facets = [...mark.matchAll(/<path d="([^"]+)" fill="([^"]+)"\/>/g)].map(([, d, fill]) => ({ d, fill }))
const box = 24
const night = '#0f1218'
const day = '#f7f5f1'
/** Android's densities, in pixels per dp. */
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 }
/** The opacity of each facet in the monochrome icon. */
const alphas = ['#55FFFFFF', '#B8FFFFFF', '#FFFFFFFF', '#94FFFFFF']

if (facets.length === 0) throw new Error('public/favicon.svg has no facets to draw.')

await legacyIcons()
adaptiveIcon()
launchIcon()
await iosIcon()
await iosLaunchImages()

/** Draws the bitmap icons of Android 7 and earlier, round and square. */
async function legacyIcons() {
	for (const [density, scale] of Object.entries(densities)) {
		const px = 48 * scale
		const folder = join(res, `mipmap-${density}`)
		await png(join(folder, 'ic_launcher.png'), px, px, { ground: rectangle(px, px / 6), share: 0.62 })
		await png(join(folder, 'ic_launcher_round.png'), px, px, { ground: rectangle(px, px / 2), share: 0.58 })
		rmSync(join(folder, 'ic_launcher_foreground.png'), { force: true })
	}
}

/** Writes the adaptive icon, which Android 8 crops to its own shape and Android 13 may color. The middle 66 of 108 units are always visible. */
function adaptiveIcon() {
	write(join(res, 'drawable/ic_launcher_foreground.xml'), vector(108, 54))
	write(
		join(res, 'drawable/ic_launcher_monochrome.xml'),
		vector(108, 54, (index) => alphas[index]),
	)
	const icon = `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/ground_night" />
    <foreground android:drawable="@drawable/ic_launcher_foreground" />
    <monochrome android:drawable="@drawable/ic_launcher_monochrome" />
</adaptive-icon>
`
	for (const name of ['ic_launcher', 'ic_launcher_round']) write(join(res, `mipmap-anydpi-v26/${name}.xml`), icon)
}

/** Writes Android's launch screen, the logo on the theme's background. The middle 192 of 288 units are visible. */
function launchIcon() {
	write(join(res, 'drawable/launch_mark.xml'), vector(288, 128))
	for (const [folder, theme] of [
		['values', day],
		['values-night', night],
	])
		write(
			join(res, folder, 'grounds.xml'),
			`<?xml version="1.0" encoding="utf-8"?>
<resources>
    <color name="ground">${theme}</color>${folder === 'values' ? `\n    <color name="ground_night">${night}</color>` : ''}
</resources>
`,
		)
}

async function iosIcon() {
	// iOS rounds the corners itself and does not allow transparency
	await png(join(assets, 'AppIcon.appiconset/icon-1024.png'), 1024, 1024, {
		ground: rectangle(1024, 0),
		share: 0.6,
		flat: night,
	})
	json(join(assets, 'AppIcon.appiconset/Contents.json'), [
		{ filename: 'icon-1024.png', idiom: 'universal', platform: 'ios', size: '1024x1024' },
	])
}

async function iosLaunchImages() {
	const px = 2732
	const images = []
	for (const [theme, ground] of Object.entries({ day, night })) {
		const filename = `launch-${theme}.png`
		await png(join(assets, 'Splash.imageset', filename), px, px, { share: 0.1, flat: ground })
		const appearances = theme === 'night' ? { appearances: [{ appearance: 'luminosity', value: 'dark' }] } : {}
		images.push({ ...appearances, filename, idiom: 'universal' })
	}
	json(join(assets, 'Splash.imageset/Contents.json'), images)
}

/** Draws the logo on its background. `share` is the logo's share of the width. */
async function png(file, width, height, { ground = '', share, flat }) {
	const size = width * share
	const place = `translate(${(width - size) / 2} ${(height - size) / 2}) scale(${size / box})`
	const paths = facets.map(({ d, fill }) => `<path d="${d}" fill="${fill}"/>`).join('')
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<g transform="${place}">${paths}</g></svg>`
	const picture = sharp(Buffer.from(svg))
	if (flat) picture.flatten({ background: flat })
	mkdirSync(dirname(file), { recursive: true })
	await picture.png({ palette: true, quality: 100, effort: 10 }).toFile(file)
}

function rectangle(px, radius) {
	return `<rect width="${px}" height="${px}" rx="${radius}" fill="${night}"/>`
}

/** Returns an Android vector drawable of `units` units with the logo at `size` units in the middle. */
function vector(units, size, colorOf = (index) => facets[index].fill.toUpperCase()) {
	const paths = facets.map(
		({ d }, index) =>
			`        <path\n            android:fillColor="${colorOf(index)}"\n            android:pathData="${d}" />`,
	)
	const [scale, shift] = [size / box, (units - size) / 2]
	return `<?xml version="1.0" encoding="utf-8"?>
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${units}dp"
    android:height="${units}dp"
    android:viewportWidth="${units}"
    android:viewportHeight="${units}">
    <group
        android:scaleX="${scale}"
        android:scaleY="${scale}"
        android:translateX="${shift}"
        android:translateY="${shift}">
${paths.join('\n')}
    </group>
</vector>
`
}

function json(file, images) {
	write(file, `${JSON.stringify({ images, info: { author: 'xcode', version: 1 } }, null, 2)}\n`)
}

function write(file, text) {
	mkdirSync(dirname(file), { recursive: true })
	writeFileSync(file, text)
}
