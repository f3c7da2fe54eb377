/**
 * Pixels of the widths in which the server keeps copies of a picture: `?w=640` beside its address asks for one. The server
 * answers with the next larger one that it has.
 */
export const PICTURE_WIDTHS = [160, 320, 640, 1080, 1600] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The copies of a picture this wide, the smallest first. The last one is no wider than the picture itself. */
export function copiesOf(pixels: number): PictureWidth[] {
  const last = PICTURE_WIDTHS.find((width) => width >= pixels) ?? Infinity
  return PICTURE_WIDTHS.filter((width) => width <= last)
}

/** The width that a query asks for; null for none, and for one that the server never has. */
export function askedWidth(query: URLSearchParams): PictureWidth | null {
  const asked = query.get('w')
  return PICTURE_WIDTHS.find((width) => String(width) === asked) ?? null
}
