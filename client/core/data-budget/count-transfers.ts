import type { DataBudget } from './data-budget.ts'

/** A fetch of the page, as the browser reports it. */
type Transfer = { name: string; transferSize?: number }

/**
 * Counts the pictures, videos and sounds that the page fetches from now on, and those that it has fetched already. Bytes
 * from the browser's own cache do not count. Gives the way to stop.
 */
export function countTransfers(budget: Pick<DataBudget, 'count'>): () => void {
  if (typeof PerformanceObserver === 'undefined') return () => {}
  const observer = new PerformanceObserver((list) => budget.count(mediaBytes(list.getEntries())))
  observer.observe({ type: 'resource', buffered: true })
  return () => observer.disconnect()
}

/** The bytes of those transfers that are media of the site. */
export function mediaBytes(transfers: readonly Transfer[]): number {
  return transfers.reduce((sum, { name, transferSize = 0 }) => sum + (isMedia(name) ? transferSize : 0), 0)
}

function isMedia(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.startsWith('/media/')
}
