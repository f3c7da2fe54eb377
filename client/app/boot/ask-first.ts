import { fetchWithTimeouts } from '@vesper/sync/engine/browser/fetch-with-timeouts.ts'
import { firstCalls } from '@vesper/sync/vesper/api/first-calls.ts'
import { holdFirstAnswer } from '../../core/api/first-answers.ts'
import { accountNamedIn } from '../../core/session/session-cookie.ts'
import { beginFirstPull } from '../../core/sync/first-pull.ts'

/** As long (milliseconds) as a call of the app itself waits. */
const ANSWER_MS = 15_000

/** Asks for the first answers of the page, and for all that the account has where this device has nothing of it. */
export function askFirst(token: string): void {
  for (const call of firstCalls(location.pathname, 'account')) {
    const url = `/api${call}`
    holdFirstAnswer(url, token, ask(url, token))
  }
  const account = accountNamedIn(token)
  if (account) void beginFirstPull(account, token)
}

async function ask(url: string, token: string) {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  const limits = { answerMs: ANSWER_MS, pauseMs: ANSWER_MS }
  const { response, body } = await fetchWithTimeouts(url, { headers, signal: new AbortController().signal }, limits)
  return { status: response.status, body }
}
