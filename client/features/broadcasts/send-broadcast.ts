import { BroadcastView } from '@vesper/sync/vesper/api/broadcasts.ts'
import { callApi } from '../../core/api/api.ts'

/** Sends it to as many as its author saw. Rejects as `callApi` does. */
export function sendBroadcast(id: string, body: { version: number; count: number }): Promise<BroadcastView> {
  return callApi({ path: `/performer/broadcasts/${id}/send`, method: 'POST', body, answer: BroadcastView })
}

export type BroadcastStep = 'take-back' | 'stop' | 'unsend'

export function stepBroadcast(id: string, step: BroadcastStep): Promise<BroadcastView> {
  return callApi({ path: `/performer/broadcasts/${id}/${step}`, method: 'POST', body: {}, answer: BroadcastView })
}
