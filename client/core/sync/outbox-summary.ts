import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { countOfInterest, isUserVisibleMutation } from './is-user-visible-mutation.ts'

/** `oldestAt`: ISO 8601, the device's clock; null when nothing waits. */
export type OutboxSummary = { waiting: number; oldestAt: string | null }

/** The user's mutations on their way to the server, as the outbox page lists them. Refused entries do not wait. */
export function outboxSummaryOf(records: OutboxRecord[]): OutboxSummary {
  const waiting = records.filter((record) => isUserVisibleMutation(record) && record.state !== 'rejected')
  const [oldest] = waiting.sort((a, b) => a.order - b.order)
  return { waiting: countOfInterest(waiting), oldestAt: oldest?.queuedAt ?? null }
}
