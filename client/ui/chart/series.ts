/** A line of a chart. All lines of one chart have the same days, the earliest first. */
export type Series = { name: string; points: readonly Point[] }

/** `day` is a date such as 2026-11-26, in UTC. */
export type Point = { day: string; value: number }

/** Lines are told apart by their pattern too: dots and gaps in pixels, none for a whole line. */
const LINES = [
  { colour: '--accent-ink', dash: [] },
  { colour: '--star', dash: [6, 4] },
  { colour: '--ok-ink', dash: [2, 4] },
] as const

/** How the line at this place is drawn; `colour` names a token of the design system. */
export function lineAt(index: number): { colour: string; dash: readonly number[] } {
  return LINES[index % LINES.length] ?? LINES[0]
}
