import type { Draft, OutboxRecord } from '@vesper/sync/store.ts'
import { isOfInterest } from './of-interest.ts'
import type { Sync } from './sync.ts'

type Unsent = { account: string; records: OutboxRecord[]; drafts: Draft[]; now: Date }

/** Hands everything of an account that has not reached the server to the person, as a file. */
export async function exportUnsent({ db }: Sync, account: string): Promise<void> {
  const records = (await db.outbox.orderBy('order').toArray()).filter(isOfInterest)
  const now = new Date()
  const text = exportText({ account, records, drafts: await db.drafts.toArray(), now })
  downloadText(`vesper-unsent-${now.toISOString().slice(0, 10)}.json`, text)
}

/** As a JSON text that people and programs can read. */
export function exportText({ account, records, drafts, now }: Unsent): string {
  const unsent = records.map(({ id, name, args, lane, queuedAt, state, attempts, rejection }) => ({
    id,
    name,
    lane,
    queuedAt,
    state,
    attempts,
    rejection,
    args,
  }))
  return `${JSON.stringify({ app: 'Vesper', account, exportedAt: now.toISOString(), unsent, drafts }, null, 2)}\n`
}

function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
