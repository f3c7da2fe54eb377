import { RtcToken } from '@vesper/sync/vesper/api/live-streams.ts'
import { callApi } from '../../../core/api/api.ts'

export type Entry = { rtc: string; streamId: string; role: 'publish' | 'view' }

/** Asks for the right to enter a stream once; it lasts a minute. Rejects as `callApi` does. */
export function fetchToken({ rtc, ...body }: Entry): Promise<RtcToken> {
  return callApi({ method: 'POST', path: `/streaming/${rtc}/token`, body, answer: RtcToken })
}
