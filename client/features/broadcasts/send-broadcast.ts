import { BroadcastView } from '@vesper/sync/vesper/api/broadcasts.ts'
import { callApi } from '../../core/api/api.ts'
import { pullNow } from '../../core/sync/pull-now.ts'

/** Sends it to as many as its author saw. Rejects as `callApi` does. */
export function sendBroadcast(id: string, body: { version: number; count: number }): Promise<BroadcastView> {
  return post(`/performer/broadcasts/${id}/send`, body)
}

export type BroadcastStep = 'take-back' | 'stop' | 'unsend'

export function stepBroadcast(id: string, step: BroadcastStep): Promise<BroadcastView> {
  return post(`/performer/broadcasts/${id}/${step}`, {})
}

async function post(path: string, body: object): Promise<BroadcastView> {
  const view = await callApi({ path, method: 'POST', body, answer: BroadcastView })
  pullNow()
  return view
}
