import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ConnectionError } from '../../../core/api/api.ts'
import { askNow } from '../../../core/live/socket.ts'
import { UNSENT_MS } from './chat-state.ts'
import type { UnsentLine } from './chat-state.ts'
import { TooSoon } from './too-soon.ts'

/** How long one attempt to send may take. */
const ATTEMPT_MS = 8_000
const PAUSE_MS = 1_000

/** `aheadMs`: so far the server's clock is ahead of this device's. */
type Said = Omit<UnsentLine, 'isHeld'> & { aheadMs: number }

/**
 * Says a line in the chat of a stream, again under the same id while there is no answer, for 20 s. After that the server
 * takes no attempt that is still on its way. Answers true where a moderator looks at it first. Rejects with the words of a
 * refusal, as `TooSoon` where it ends by itself, and with a `ConnectionError` after 20 s.
 */
export async function sendLine(streamId: string, line: Said): Promise<boolean> {
  const { _id, text, replyTo, since, aheadMs } = line
  const until = since + UNSENT_MS
  for (;;) {
    const withinMs = Math.min(ATTEMPT_MS, until - Date.now())
    const event = { streamId, _id, text, replyTo, until: until + aheadMs }
    const answer = withinMs > 0 ? await askNow('chat:send', event, withinMs).catch(() => null) : null
    if (answer?.ok) return answer.isHeld
    if (answer?.retryAfterMs !== undefined) throw new TooSoon(answer.message ?? '', answer.retryAfterMs)
    if (answer) throw new Refusal('forbidden', answer.message ?? '')
    if (Date.now() >= until) throw new ConnectionError('The server did not answer in time.')
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
