import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import type { ClientToServer } from '@vesper/sync/vesper/live-events.ts'
import { askNow } from '../../../core/live/socket.ts'

type ShowEvent = Extract<keyof ClientToServer, `show:${string}`>

/** Says an event of a show, and answers the show. Rejects with the words of a refusal, and without a line. */
export async function askShow<Name extends ShowEvent>(
  name: Name,
  event: Parameters<ClientToServer[Name]>[0],
): Promise<Show> {
  const answer = await askNow(name, event, 10_000)
  // All events of shows are answered alike.
  const { ok, ...rest } = answer as { ok: boolean; show?: Show; message?: string }
  if (!ok || !rest.show) throw new Refusal('conflict', rest.message ?? '')
  return rest.show
}
