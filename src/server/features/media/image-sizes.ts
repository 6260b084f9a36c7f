/** The widths in which imported images are kept, in pixels. The client's `srcset` names the same. */
export const IMAGE_WIDTHS = { cover: [150, 300, 450, 600], screenshot: [320, 640, 1280] } as const

/** What is decoded of them: twice what sources give. */
export const IMAGE_PIXELS = { pixels: 16_777_216, wholePixels: 16_777_216 } as const
