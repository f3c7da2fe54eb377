type View = { top: number; height: number; count: number; rowHeight: number }

/** Rows kept ready above and below what is on screen. */
const OVERSCAN = 6

/**
 * The rows of one height that a scroller shows at `top`, and some beyond: from `first` up to, but without, `end`. For rows
 * of one height this is all that there is to virtual scrolling.
 */
export function rowsInView({ top, height, count, rowHeight }: View): { first: number; end: number } {
  const first = Math.floor(Math.max(0, top) / rowHeight) - OVERSCAN
  const end = Math.ceil((Math.max(0, top) + height) / rowHeight) + OVERSCAN
  return { first: Math.max(0, Math.min(first, count)), end: Math.min(end, count) }
}
