/** CSS pixels between two places that a scrolling log hears of: some rows at once, well within those that stand ready. */
const STEP = 240
/** So near (CSS pixels) either end each place counts: older messages are asked for there, or new ones followed. */
const EDGE = 600

/**
 * True when a place is worth another drawing of the log: by its distance from the last one (`moved`) and from the
 * nearer end (`left`), in CSS pixels. Each drawing has a cost beside its rows: some rows at once take little more than
 * half the time of as many one by one.
 */
export function isStep(moved: number, left: number): boolean {
  return Math.abs(moved) >= STEP || left < EDGE
}
