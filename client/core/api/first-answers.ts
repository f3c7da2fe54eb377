/** An answer of the server before its schema was checked. */
export type RawAnswer = { status: number; body: unknown }

/** So long (milliseconds) an answer waits for its page: a later read wants to know how things are by then. */
const WAITS_MS = 15_000

type Held = { token: string | null; answer: Promise<RawAnswer> }

const held = new Map<string, Held>()

/**
 * Holds an answer for the call that will ask for it: one that came with the page, or that was asked for before the app ran.
 * `url`: with `/api` and its query. `token`: of whom it is for, null for a visitor.
 */
export function holdFirstAnswer(url: string, token: string | null, answer: Promise<RawAnswer>): void {
  // Nobody may come for it.
  answer.catch(() => undefined)
  const entry = { token, answer }
  held.set(url, entry)
  setTimeout(() => held.get(url) === entry && held.delete(url), WAITS_MS)
}

/** Takes the answer that is held for a call, once; null without one for this caller. It rejects where it could not be had. */
export function takeFirstAnswer(url: string, token: string | null): Promise<RawAnswer> | null {
  const found = held.get(url)
  if (!found) return null
  held.delete(url)
  return found.token === token ? found.answer : null
}
