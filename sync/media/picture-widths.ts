/**
 * Pixels of the widths in which the server keeps copies of a picture: `?w=640` beside its address asks for one. A picture has
 * none that is not smaller than itself. The server answers with the next larger one that it has.
 */
export const PICTURE_WIDTHS = [160, 320, 640, 1080, 1600] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The width that a query asks for; null for none, and for one that the server never has. */
export function askedWidth(query: URLSearchParams): PictureWidth | null {
  const asked = query.get('w')
  return PICTURE_WIDTHS.find((width) => String(width) === asked) ?? null
}
