import { holdFirstAnswer } from '../../core/api/first-answers.ts'

/**
 * Holds the answers that the server wrote into the page for a visitor. A page that the browser took from its own cache without
 * asking, as Back does, may be of any day: its answers are left alone.
 */
export function holdPageAnswers(): void {
  const written = document.getElementById('first-answers')?.textContent
  if (!written || isFromCache()) return
  for (const [url, body] of Object.entries(parsed(written))) {
    holdFirstAnswer(url, null, Promise.resolve({ status: 200, body }))
  }
}

/** A line that broke off in the middle of the page leaves half of them: the app asks then. */
function parsed(written: string): Record<string, unknown> {
  try {
    return JSON.parse(written) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Not a byte came over the line: one that the server was asked about has its headers at least. */
function isFromCache(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && 'transferSize' in entry && entry.transferSize === 0
}
