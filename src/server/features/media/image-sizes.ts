/** The widths in which imported images are stored, in pixels. The client's `srcset` lists the same ones. */
export const IMAGE_WIDTHS = { cover: [150, 300, 450, 600], screenshot: [320, 640, 1280] } as const

/** The pixel limits for decoding them: twice what sources deliver. */
export const IMAGE_PIXEL_LIMITS = { pixels: 16_777_216, wholePixels: 16_777_216 } as const
