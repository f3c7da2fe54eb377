import * as v from 'valibot'
import { asCompact } from './core/compact-cursor.ts'
import { SendWindow } from './core/send-window.ts'
import type { Transport } from './edges.ts'
import { applyAnswer } from './local/apply-answer.ts'
import type { Applied } from './local/take-in-outcomes.ts'
import { takeBatch } from './local/batch.ts'
import type { Replica } from './local/replica.ts'
import type { SyncRequest } from './protocol/sync-request.ts'
import { SyncResponse } from './protocol/sync-response.ts'

export type Aside = Required<Pick<SyncRequest, 'mutations'>> | Required<Pick<SyncRequest, 'sums'>>

/**
 * One request beside those of the loop, from whichever tab; nothing that is queued goes with it. Its answer is taken in like
 * any other; undefined when none came.
 */
export async function askAside(
  { replica, transport }: { replica: Replica; transport: Transport },
  what: Aside,
): Promise<{ response: SyncResponse; applied: Applied } | undefined> {
  const window = new SendWindow(0, () => 0)
  const batch = await takeBatch(replica, { window, now: 0, pushes: 'mutations' in what })
  Object.assign(batch.request, what)
  const compact = asCompact(batch.request)
  const said = await exchange(transport, compact)
  const response = said?.unclear ? await exchange(transport, batch.request) : said
  return response && { response, applied: await applyAnswer(replica, batch, response) }
}

async function exchange(transport: Transport, request: SyncRequest): Promise<SyncResponse | undefined> {
  const answer = await transport(request, new AbortController().signal).catch(() => undefined)
  const response = v.safeParse(SyncResponse, answer?.body)
  return answer?.status === 200 && response.success ? response.output : undefined
}
