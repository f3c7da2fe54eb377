import * as v from 'valibot'
import { asCompact } from './core/compact-cursor.ts'
import { SendWindow } from './core/send-window.ts'
import { applyAnswer } from './local/apply-answer.ts'
import type { Applied } from './local/apply-outcomes-only.ts'
import { takeBatch } from './local/batch.ts'
import type { Replica } from './local/replica.ts'
import type { Transport } from './ports.ts'
import type { SyncRequest } from './protocol/sync-request.ts'
import { SyncResponse } from './protocol/sync-response.ts'

export type SingleRequest = Required<Pick<SyncRequest, 'mutations'>> | Required<Pick<SyncRequest, 'sums'>>

/** `takeIn` takes it in like any other answer; rejects with the storage's own error. */
export type Answered = { response: SyncResponse; takeIn: () => Promise<Applied> }

/** One request beside those of the loop, from whichever tab; nothing that is queued goes with it. Undefined when no answer came. */
export async function sendSingleRequest(
  { replica, transport }: { replica: Replica; transport: Transport },
  what: SingleRequest,
  signal = new AbortController().signal,
): Promise<Answered | undefined> {
  const window = new SendWindow(0, () => 0)
  const batch = await takeBatch(replica, { window, now: 0, pushes: 'mutations' in what })
  Object.assign(batch.request, what)
  const compact = asCompact(batch.request)
  const ask = (request: SyncRequest) => exchange(transport, request, signal)
  const said = await ask(compact)
  const response = said?.unclear ? await ask(batch.request) : said
  return response && { response, takeIn: () => applyAnswer(replica, batch, { response }) }
}

async function exchange(
  transport: Transport,
  request: SyncRequest,
  signal: AbortSignal,
): Promise<SyncResponse | undefined> {
  const answer = await transport(request, signal).catch(() => undefined)
  const response = v.safeParse(SyncResponse, answer?.body)
  return answer?.status === 200 && response.success ? response.output : undefined
}
