import { circle, path, rect, stroke } from '#art/svg.ts'
import type { Inks } from './inks.ts'

/** Draws one thing on a square of 400, inside the circle that the site shows of it. */
type Draw = (inks: Inks) => string

const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
	`<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`
const eyes = (y: number, apart: number, radius: number, fill: string) =>
	circle(200 - apart, y, radius, fill) + circle(200 + apart, y, radius, fill)
const ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
const rounded = (x: number, y: number, width: number, height: number, radius: number, fill: string) =>
	rect(x, y, width, height, fill, `rx="${radius}"`)
const mirrored = (drawn: string) => `${drawn}<g transform="matrix(-1 0 0 1 400 0)">${drawn}</g>`

/** What there is to choose from for a person's picture. */
export const motifs = {
	fox: ({ main, dark, accent }) =>
		mirrored(path('M200 330 78 92q64 6 98 44h24z', accent)) +
		mirrored(path('M104 118q32 10 46 32l-24 26z', dark)) +
		path('M200 330 96 196q60 4 104 74 44-70 104-74z', main) +
		eyes(206, 50, 13, dark) +
		ellipse(200, 318, 20, 15, dark),
	cat: ({ main, dark, accent }) =>
		mirrored(path('M200 148 106 80q-16 60-12 130l106 10z', main)) +
		ellipse(200, 224, 118, 98, main) +
		mirrored(path('M122 110q-6 30-4 56l38-24z', accent)) +
		mirrored(ellipse(152, 210, 17, 24, dark)) +
		path('M184 248h32l-16 18z', accent) +
		mirrored(stroke('M120 252l-62-8M124 272l-56 16', dark, 7, ROUND)),
	bear: ({ main, dark, accent }) =>
		mirrored(circle(112, 122, 46, main) + circle(112, 122, 22, accent)) +
		ellipse(200, 212, 128, 116, main) +
		ellipse(200, 256, 62, 48, accent) +
		eyes(190, 54, 14, dark) +
		ellipse(200, 236, 24, 16, dark) +
		stroke('M200 250v24', dark, 8, ROUND),
	rabbit: ({ main, dark, accent }) =>
		mirrored(ellipse(154, 124, 30, 84, main, 'transform="rotate(-8 154 124)"')) +
		mirrored(ellipse(154, 128, 13, 58, accent, 'transform="rotate(-8 154 128)"')) +
		ellipse(200, 246, 100, 88, main) +
		eyes(234, 46, 14, dark) +
		path('M184 264h32l-16 16z', accent) +
		stroke('M200 280v14q-16 14-32 2M200 294q16 14 32 2', dark, 6, ROUND),
	owl: ({ main, dark, accent }) =>
		path('M84 96q60 34 116 26 56 8 116-26v140a116 106 0 0 1-232 0z', main) +
		mirrored(circle(148, 196, 58, dark) + circle(148, 196, 40, accent) + circle(152, 196, 20, dark)) +
		path('M180 226h40l-20 40z', accent) +
		mirrored(stroke('M140 288q16 14 30 0M170 306q15 14 30 0', dark, 7, ROUND)),
	bird: ({ main, dark, accent }) =>
		path('M92 226a112 112 0 0 1 206-62l62 26-62 24a112 112 0 0 1-206 12z', main) +
		path('M292 164l68 26-68 20z', accent) +
		path('M40 182q84-4 150 40-26 74-96 66-44-30-54-106z', dark) +
		circle(252, 166, 15, dark) +
		stroke('M186 318v34M226 314v36', accent, 10, ROUND),
	frog: ({ main, dark, accent }) =>
		mirrored(circle(128, 140, 50, main)) +
		ellipse(200, 220, 136, 96, main) +
		mirrored(circle(128, 138, 29, accent) + ellipse(128, 138, 23, 9, dark)) +
		stroke('M108 236q92 62 184 0', dark, 10, ROUND) +
		eyes(200, 12, 5, dark),
	whale: ({ main, dark, accent }) =>
		path('M56 216q0-92 116-92 98 0 122 90 6 22 24 14-4-52 40-68 12 46-6 82 18 72-98 72H150q-94 0-94-98z', main) +
		path('M62 244q100 40 214 26-24 44-76 44h-50q-72 0-88-70z', accent) +
		circle(122, 208, 12, dark) +
		stroke('M176 106q-4-42-38-40M176 106q4-42 38-40', main, 11, ROUND),
	octopus: ({ main, dark, accent }) =>
		path('M92 196a108 112 0 0 1 216 0v60H92z', main) +
		stroke(
			'M106 246q4 60-42 62M142 250q4 78-28 92M182 250v88M218 250v88M258 250q-4 78 28 92M294 246q-4 60 42 62',
			main,
			30,
			ROUND,
		) +
		eyes(196, 42, 20, dark) +
		mirrored(circle(152, 190, 7, main)) +
		stroke('M180 234q20 16 40 0', dark, 8, ROUND) +
		circle(146, 126, 12, accent) +
		circle(186, 106, 8, accent),
	snail: ({ main, dark, accent }) =>
		path('M66 310q-6-124 40-150l40 30q-16 44 12 72h142q34 0 44 48z', main) +
		circle(232, 198, 96, accent) +
		stroke('M232 256a58 58 0 1 1 58-58 36 36 0 1 1-36-36', dark, 15, ROUND) +
		stroke('M108 172 84 112M132 178l14-62', main, 13, ROUND) +
		circle(84, 106, 13, dark) +
		circle(147, 110, 13, dark),
	bee: ({ main, dark, accent }) =>
		mirrored(ellipse(120, 150, 72, 44, main, 'transform="rotate(24 120 150)"')) +
		ellipse(200, 226, 82, 106, accent) +
		path('M124 188q76 26 152 0l6 38q-82 26-164 0zM122 262q78 24 156 0l-18 38q-60 16-120 0z', dark) +
		eyes(150, 28, 12, dark) +
		stroke('M178 126q-6-40-34-50M222 126q6-40 34-50', dark, 9, ROUND),
	turtle: ({ main, dark, accent }) =>
		circle(318, 214, 42, main) +
		rounded(96, 262, 50, 60, 24, main) +
		rounded(222, 262, 50, 60, 24, main) +
		path('M58 276a130 136 0 0 1 260 0z', accent) +
		path('M188 158l48 34-18 56h-60l-18-56z', dark) +
		stroke('M188 142v16M236 192l44-16M140 192l-44-16M218 248l22 26M158 248l-22 26', dark, 10, ROUND) +
		circle(330, 206, 9, dark),
	penguin: ({ main, dark, accent }) =>
		path('M200 66q88 0 94 112l18 92q-10 76-112 76T88 270l18-92q6-112 94-112z', dark) +
		path('M200 186q14-58 52-52 30 8 26 74 16 112-78 118-94-6-78-118-4-66 26-74 38-6 52 52z', main) +
		eyes(168, 36, 13, dark) +
		path('M172 204h56l-28 38z', accent),
	ghost: ({ main, dark, accent }) =>
		path('M94 330V186a106 112 0 0 1 212 0v144l-35-30-35 30-36-30-36 30-35-30z', main) +
		mirrored(ellipse(162, 186, 19, 28, dark)) +
		ellipse(200, 246, 18, 22, dark) +
		mirrored(ellipse(122, 232, 18, 11, accent)),
	slime: ({ main, dark, accent }) =>
		path('M200 78q18 62 74 108 60 50 50 100-8 44-124 44T76 286q-10-50 50-100 56-46 74-108z', main) +
		eyes(238, 48, 17, dark) +
		stroke('M164 276q36 28 72 0', dark, 10, ROUND) +
		path('M150 196q20-20 30-48', 'none', `stroke="${accent}" stroke-width="15" ${ROUND}`),
	robot: ({ main, dark, accent }) =>
		stroke('M200 128V82', dark, 12, ROUND) +
		circle(200, 74, 20, accent) +
		rounded(58, 190, 50, 72, 16, accent) +
		rounded(292, 190, 50, 72, 16, accent) +
		rounded(86, 122, 228, 204, 40, main) +
		rounded(116, 166, 168, 82, 36, dark) +
		eyes(206, 40, 20, accent) +
		stroke('M150 286h100', dark, 14, 'stroke-dasharray="14 15"'),
	dragon: ({ main, dark, accent }) =>
		mirrored(path('M136 142q-42-10-52-72 58 4 84 52z', accent)) +
		path('M200 104q96 0 102 92 0 40-36 66l-10 62q-56 24-112 0l-10-62q-36-26-36-66 6-92 102-92z', main) +
		mirrored(path('M124 190q36-4 54 26-38 14-54-26z', dark)) +
		mirrored(ellipse(178, 292, 10, 13, dark)) +
		path('M178 104l22-40 22 40-22 70z', accent),
	hedgehog: ({ main, dark, accent }) =>
		path(
			'M340 288q10-62-26-80l14-34-42-2 2-42-42 12-14-42-36 28-30-32-20 40-42-14 2 42-44 6 22 38-40 24 34 28-22 30z',
			dark,
		) +
		path('M90 290q-16-110 92-118 108 8 142 118-26 32-112 32T90 290z', main) +
		path('M92 262q-38 10-50 36 24 22 66 16z', main) +
		circle(46, 292, 17, accent) +
		circle(138, 242, 14, dark) +
		stroke('M120 292q14 16 34 10', dark, 8, ROUND),
	fish: ({ main, dark, accent }) =>
		path('M64 202q84-114 200-34l72-54q-20 88 0 174l-72-52q-116 80-200-34z', main) +
		path('M206 134q34-54 72-40-10 46-22 66zM206 270q20 50 60 46-2-40-12-60z', accent) +
		stroke('M164 144q36 56 0 116', dark, 9, ROUND) +
		circle(120, 190, 16, dark),
	mushroom: ({ main, dark, accent }) =>
		path('M148 210h104q-8 60 18 126H130q26-66 18-126z', main) +
		path('M56 228q6-142 144-142t144 142q-144 38-288 0z', accent) +
		circle(150, 156, 28, main) +
		circle(234, 132, 20, main) +
		circle(272, 190, 24, main) +
		eyes(276, 26, 9, dark),
	cactus: ({ main, dark, accent }) =>
		stroke('M200 92v180M122 160v38q0 36 40 36h30M278 130v44q0 36-40 36h-30', main, 52, ROUND) +
		stroke('M200 112v20M200 164v20M200 216v20M122 172v12M278 146v12', dark, 8, ROUND) +
		path('M124 264h152l-20 86H144z', accent) +
		rounded(112, 252, 176, 34, 10, dark),
	lantern: ({ main, dark, accent }) =>
		stroke('M140 128a60 62 0 0 1 120 0', dark, 14, ROUND) +
		path('M122 150h156l-22-36H144z', dark) +
		path('M130 150h140l18 144H112z', main) +
		path('M200 176q46 50 30 82a34 34 0 0 1-60 0q-10-24 18-42 14-14 12-40z', accent) +
		rounded(96, 288, 208, 40, 12, dark),
	teacup: ({ main, dark, accent }) =>
		stroke('M280 190q66-8 60 40-10 42-76 36', main, 24, ROUND) +
		path('M78 164h224q0 142-76 150h-72q-76-8-76-150z', main) +
		ellipse(190, 166, 112, 24, accent) +
		rounded(96, 316, 188, 24, 12, dark) +
		stroke('M156 132q-18-26 0-48t0-42M222 132q-18-26 0-48t0-42', main, 11, ROUND),
	rocket: ({ main, dark, accent }) =>
		`<g transform="rotate(32 200 200)">${
			path('M148 236l-58 50 8 50 66-36zM252 236l58 50-8 50-66-36z', accent) +
			path('M200 40q86 92 52 262H148q-34-170 52-262z', main) +
			circle(200, 160, 34, dark) +
			circle(200, 160, 19, accent) +
			path('M166 306h68l-34 66z', dark)
		}</g>`,
	crystal: ({ main, dark, accent }) =>
		path('M200 54 300 176 200 346 100 176z', main) +
		path('M200 54l44 124-44 168z', accent) +
		path('M200 54l100 122-56 2zM244 178l56-2-100 170z', dark, 'opacity=".85"') +
		path('M100 176l56 2 44-124zM156 178h88L200 54z', main) +
		stroke('M100 176l56 2h88l56-2M156 178l44 168 44-168M156 178 200 54l44 124', dark, 6, ROUND),
	mountain: ({ main, dark, accent }) =>
		circle(276, 124, 46, accent) +
		path('M30 336 168 100l138 236z', main) +
		path('M196 336 286 196l104 140z', dark) +
		path('M168 100 118 186l28 22 24-20 24 24 24-22z', accent) +
		path('M0 322q120-40 400-4v90H0z', dark),
	moon: ({ main, dark, accent }) =>
		path('M236 70a134 134 0 1 0 96 190A112 112 0 0 1 236 70z', main) +
		circle(150, 206, 20, accent) +
		circle(196, 272, 14, accent) +
		circle(156, 268, 9, accent) +
		path('M300 112l11 28 28 11-28 11-11 28-11-28-28-11 28-11z', accent) +
		circle(270, 214, 8, dark),
	lighthouse: ({ main, dark, accent }) =>
		path('M216 118 400 60v110zM184 118 0 60v110z', accent, 'opacity=".65"') +
		path('M166 150h68l22 196H144z', main) +
		path('M161 196h78l6 50h-90zM150 296h100l5 50H145z', accent) +
		rounded(152, 134, 96, 22, 6, dark) +
		rounded(170, 94, 60, 42, 4, main) +
		path('M160 96q40-56 80 0z', dark) +
		path('M0 346q100-34 200-8t200-4v70H0z', dark),
	boat: ({ main, dark, accent }) =>
		path('M192 60v190H82z', main) +
		path('M210 96v154h96z', accent) +
		path('M60 266h280q-18 62-66 62H126q-48 0-66-62z', dark) +
		stroke('M34 344q28-20 56 0t56 0 56 0 56 0 56 0 56 0', main, 13, ROUND),
	planet: ({ main, dark, accent }) =>
		circle(200, 200, 96, main) +
		path('M110 168q90 34 180 0a96 96 0 0 1 6 40q-96 34-192 0a96 96 0 0 1 6-40z', accent) +
		`<g transform="rotate(-22 200 200)">${path('M58 200a142 40 0 0 0 284 0', 'none', `stroke="${dark}" stroke-width="18" ${ROUND}`)}</g>` +
		circle(316, 96, 14, accent) +
		circle(88, 308, 9, main),
	key: ({ main, dark, accent }) =>
		`<g transform="rotate(-38 200 200)">${
			rounded(176, 180, 48, 182, 12, main) +
			path('M220 282h48v26h-20v18h20v26h-48z', main) +
			circle(200, 126, 78, main) +
			circle(200, 126, 40, dark) +
			path('M200 92l22 34-22 34-22-34z', accent)
		}</g>`,
	cassette: ({ main, dark, accent }) =>
		rounded(58, 112, 284, 188, 22, main) +
		rounded(80, 134, 240, 96, 12, accent) +
		rounded(118, 164, 164, 58, 29, dark) +
		mirrored(circle(150, 193, 20, main) + circle(150, 193, 8, dark)) +
		path('M112 300l18-48h140l18 48z', dark) +
		eyes(282, 46, 8, main),
	cartridge: ({ main, dark, accent }) =>
		path('M98 78h204a20 20 0 0 1 20 20v196h-34v40H112v-40H78V98a20 20 0 0 1 20-20z', main) +
		rounded(112, 128, 176, 118, 10, accent) +
		path('M112 246v-32l50-52 46 46 28-26 52 52v12z', dark) +
		circle(248, 160, 17, main) +
		stroke('M146 304v30M182 304v30M218 304v30M254 304v30', dark, 13) +
		stroke('M122 102h156', dark, 9, ROUND),
	dice: ({ main, dark, accent }) =>
		path('M200 60 326 130 200 200 74 130z', main) +
		path('M74 130l126 70v146L74 274z', accent) +
		path('M326 130l-126 70v146l126-72z', dark) +
		ellipse(200, 130, 24, 14, dark) +
		ellipse(112, 196, 12, 18, main) +
		ellipse(162, 286, 12, 18, main) +
		ellipse(234, 230, 11, 17, main) +
		ellipse(263, 243, 11, 17, accent) +
		ellipse(292, 258, 11, 17, main),
	tree: ({ main, dark, accent }) =>
		path('M180 220h40l10 120h-60z', dark) +
		circle(200, 146, 88, main) +
		circle(128, 206, 62, main) +
		circle(272, 206, 62, main) +
		circle(158, 152, 13, accent) +
		circle(236, 122, 13, accent) +
		circle(268, 206, 13, accent) +
		circle(196, 212, 13, accent) +
		circle(112, 216, 13, accent) +
		path('M40 346q160-30 320 0v60H40z', dark),
	astronaut: ({ main, dark, accent }) =>
		path('M84 400q0-106 116-106t116 106z', main) +
		rounded(54, 150, 40, 90, 18, accent) +
		rounded(306, 150, 40, 90, 18, accent) +
		circle(200, 190, 128, main) +
		ellipse(200, 196, 96, 82, dark) +
		stroke('M136 178q14-36 52-44', accent, 14, ROUND) +
		path('M242 232l7 17 17 7-17 7-7 17-7-17-17-7 17-7z', accent),
	knight: ({ main, dark, accent }) =>
		path('M200 92q10-58 84-52-22 34-58 56z', accent) +
		path('M92 204q0-118 108-118t108 118v98q-52 46-108 46T92 302z', main) +
		path('M92 192h216v44H218v84h-36v-84H92z', dark) +
		mirrored(circle(142, 282, 8, dark) + circle(142, 308, 8, dark)) +
		stroke('M200 90v96', dark, 9, ROUND),
	wizard: ({ main, dark, accent }) =>
		path('M226 40q10 58 22 92l46 126H106l44-112q20-66 76-106z', main) +
		ellipse(200, 266, 150, 34, dark) +
		path('M112 240q88 40 176 0l10 26q-98 38-196 0z', accent) +
		path('M204 128l10 25 25 10-25 10-10 25-10-25-25-10 25-10z', accent) +
		path('M126 286h148q4 70-74 92-78-22-74-92z', main) +
		eyes(306, 28, 9, dark),
	diver: ({ main, dark, accent }) =>
		path('M88 400q-4-74 50-86h124q54 12 50 86z', accent) +
		circle(200, 190, 128, main) +
		circle(200, 190, 82, dark) +
		circle(200, 190, 64, accent) +
		path('M146 206q54-42 108 0a64 64 0 0 1-108 0z', dark, 'opacity=".5"') +
		rounded(180, 44, 40, 34, 8, dark) +
		[0, 60, 120, 180, 240, 300]
			.map((angle) =>
				circle(200 + 105 * Math.cos((angle * Math.PI) / 180), 190 + 105 * Math.sin((angle * Math.PI) / 180), 8, dark),
			)
			.join(''),
	leaf: ({ main, dark, accent }) =>
		path('M96 300q-34-176 204-220 34 202-150 226-30 2-54-6z', main) +
		path('M96 300q70-150 204-220 34 202-150 226-30 2-54-6z', accent) +
		stroke('M78 338q84-160 176-214M150 240l14-70M196 186l10-52M138 254l78 4M186 204l72-2', dark, 10, ROUND),
	sun: ({ main, dark, accent }) =>
		Array.from({ length: 12 }, (_, ray) =>
			path('M184 60h32l-16-40z', accent, `transform="rotate(${ray * 30} 200 200)"`),
		).join('') +
		circle(200, 200, 116, main) +
		eyes(186, 40, 13, dark) +
		mirrored(ellipse(136, 222, 19, 12, accent)) +
		stroke('M164 228q36 32 72 0', dark, 10, ROUND),
} satisfies Record<string, Draw>

/** The name of a drawing. */
export type Motif = keyof typeof motifs
