import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import type { StreamEngine } from '../../../infra/rtc/stream-engine.ts'

/** The media engine of this server. Refuses as `unavailable` where it has none. */
export function engineOf(app: App): StreamEngine {
  const { rtc } = app as App & { rtc?: StreamEngine }
  if (!rtc) throw new Refusal('unavailable', 'Live streaming is not set up on this site.')
  return rtc
}
