const WIDEST = 16 / 9
const TALLEST = 4 / 5

/** The shape in which a single photo stands in a card: its own, within bounds, so that one photo fills no screen twice. */
export function photoAspectRatio(width: number | null, height: number | null): number {
  if (!width || !height) return 4 / 3
  return Math.min(WIDEST, Math.max(TALLEST, width / height))
}
