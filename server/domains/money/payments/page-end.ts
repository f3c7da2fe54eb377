/** The provider keeps a page open for no less. */
const LEAST_MS = 30 * 60 * 1000
/** Until a page is asked for: a call, tried again within the minute, has the same end and is the same page. */
const MARGIN_MS = 60 * 1000

/**
 * When a page of the provider ends that is asked for now. `known` is the end of an earlier try, which may have had its
 * effect: it stays while the provider would take it.
 */
export function pageEnd(now: Date, known?: Date): Date {
  // Clocks differ by seconds.
  const isTaken = known !== undefined && known.getTime() - now.getTime() >= LEAST_MS + MARGIN_MS / 6
  return isTaken ? known : new Date(now.getTime() + LEAST_MS + MARGIN_MS)
}
