import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChatModeration } from '@vesper/sync/vesper/api/live-streams.ts'
import { askNow } from '../../../core/live/socket.ts'

/** Moderates a chat. Rejects with the words of a refusal, and with a `ConnectionError` without a connection. */
export async function orderChat(action: ChatModeration): Promise<void> {
  const answer = await askNow('chat:moderate', action)
  if (!answer.ok) throw new Refusal('forbidden', answer.message ?? '')
}
