/** More marks on one letter than any language writes: they stand over the lines of others. */
const STACKED = /\p{M}{5}/u

/** True when a text may be drawn far above or below its own lines. */
export function hasStackedMarks(text: string): boolean {
  return STACKED.test(text)
}
