import * as v from 'valibot'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'

const PREFIX = 'remind:'
const DAY_MS = 24 * 60 * 60 * 1000

/** Days after which a reminder is forgotten. */
export const REMINDER_DAYS = 30

/** All that is paid for from a dialog of its own; products stay in the cart. */
const Wanted = v.object({
  type: v.picklist(['tip', 'feed', 'video', 'gallery', 'message', 'stream', 'subscription']),
  /** The thing that is bought; the creator of a tip or a subscription. */
  id: v.string(),
  ownerId: v.string(),
  /** The tokens of a tip; the price that was seen of everything else, null where none was. */
  tokens: v.nullable(v.number()),
  /** The words that go with a tip. */
  message: v.string(),
  /** The creator's name as far as the device knows it. */
  name: v.string(),
})

export type Wanted = v.InferOutput<typeof Wanted>

/** `at`: when the account asked to be reminded. */
export type Reminder = Wanted & { at: string }

/** Names the draft that keeps the wish to pay for a thing: there is one for each. */
export function reminderKey({ type, id }: Pick<Wanted, 'type' | 'id'>): string {
  return `${PREFIX}${type}:${id}`
}

/** Keeps the wish to pay on this device, for this account alone; it survives the end of the browser. Nothing is charged. */
export async function keepReminder(sync: Sync, wanted: Wanted, now: Date): Promise<void> {
  const name = wanted.name || (await sync.db.creators.get(wanted.ownerId))?.name || ''
  const text = JSON.stringify({ ...wanted, name } satisfies Wanted)
  await sync.putDraft({ key: reminderKey(wanted), text, fileIds: [], updatedAt: now.toISOString() })
}

export function dropReminder(sync: Pick<Sync, 'removeDraft'>, thing: Pick<Wanted, 'type' | 'id'>): Promise<void> {
  return sync.removeDraft(reminderKey(thing))
}

/** Removes a reminder that has served its purpose; a failure is logged, and the reminder is asked about once more. */
export function forgetReminder(sync: Pick<Sync, 'removeDraft'>, thing: Pick<Wanted, 'type' | 'id'>): void {
  dropReminder(sync, thing).catch((error: unknown) => console.warn('A reminder was not removed', error))
}

/** The reminders of the account on this device, the oldest first; undefined while they are read. Old ones are left out. */
export function useReminders(): Reminder[] | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const kept = await db.drafts.where('key').startsWith(PREFIX).toArray()
    const since = new Date(Date.now() - REMINDER_DAYS * DAY_MS).toISOString()
    return kept
      .filter(({ updatedAt }) => updatedAt > since)
      .flatMap(({ text, updatedAt }) => {
        const wanted = read(text)
        return wanted ? [{ ...wanted, at: updatedAt }] : []
      })
      .toSorted((a, b) => a.at.localeCompare(b.at))
  }, [db])
}

/** Removes reminders that are older than `REMINDER_DAYS`. */
export async function dropOldReminders(sync: Pick<Sync, 'db' | 'removeDraft'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - REMINDER_DAYS * DAY_MS).toISOString()
  const old = await sync.db.drafts
    .where('key')
    .startsWith(PREFIX)
    .filter(({ updatedAt }) => updatedAt <= since)
    .primaryKeys()
  for (const key of old) await sync.removeDraft(key)
}

function read(text: string): Wanted | null {
  try {
    const parsed = v.safeParse(Wanted, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
