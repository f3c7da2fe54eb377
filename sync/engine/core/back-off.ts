export const BACK_OFF_FIRST_MS = 1_000
export const BACK_OFF_LAST_MS = 10_000

/**
 * Milliseconds until the next attempt after `faults` in a row: 1 s, doubled up to 10 s, of which a random half is taken
 * off, so that devices cut off together do not come back together. `random` is in [0, 1).
 */
export function backOff(faults: number, random: number): number {
  const full = Math.min(BACK_OFF_LAST_MS, BACK_OFF_FIRST_MS * 2 ** Math.max(0, faults - 1))
  return Math.max(BACK_OFF_FIRST_MS, Math.round(full * (1 - random / 2)))
}
