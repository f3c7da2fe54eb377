import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ConnectionError } from '../../../core/api/api.ts'
import { askNow } from '../../../core/live/socket.ts'
import { UNSENT_MS } from './chat-state.ts'
import type { UnsentLine } from './chat-state.ts'
import { TooSoon } from './too-soon.ts'

/** How long one attempt to send may take. */
const ATTEMPT_MS = 8_000
const PAUSE_MS = 1_000

/**
 * Says a line in the chat of a stream, again under the same id while there is no answer, for 20 s. Answers true where a
 * moderator looks at it first. Rejects with the words of a refusal, as `TooSoon` where it ends by itself.
 */
export async function sendLine(streamId: string, line: Omit<UnsentLine, 'isHeld'>): Promise<boolean> {
  const { _id, text, replyTo, since } = line
  for (;;) {
    const answer = await askNow('chat:send', { streamId, _id, text, replyTo }, ATTEMPT_MS).catch(() => null)
    if (answer?.ok) return answer.isHeld
    if (answer?.retryAfterMs !== undefined) throw new TooSoon(answer.message ?? '', answer.retryAfterMs)
    if (answer) throw new Refusal('forbidden', answer.message ?? '')
    if (Date.now() - since >= UNSENT_MS) throw new ConnectionError('The server did not answer in time.')
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
