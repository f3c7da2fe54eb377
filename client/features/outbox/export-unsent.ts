import type { Draft, OutboxRecord } from '@vesper/sync/store.ts'

type Unsent = { account: string; records: OutboxRecord[]; drafts: Draft[]; now: Date }

/** Everything of an account that has not reached the server, as a JSON text that people and programs can read. */
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

/** Hands a text to the person as a file. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
