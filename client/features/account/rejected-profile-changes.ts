import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { UpdateProfileArgs } from '@vesper/sync/vesper/mutations/profile.ts'
import * as v from 'valibot'
import type { ProfileValues } from './profile-edit.ts'

/** The refused changes of the profile, until their author decides. */
export type RejectedProfileChanges = {
  /** Ids of the outbox records that hold it. */
  ids: string[]
  /** The last wanted value of each refused field. */
  values: Partial<ProfileValues>
  /** Each once, in the order of the refusals. */
  reasons: string[]
}

/** Null when nothing of the profile was refused. */
export function rejectedProfileChanges(records: OutboxRecord[]): RejectedProfileChanges | null {
  const refused = records
    .filter(({ name, state }) => name === 'profile.update' && state === 'rejected')
    .sort((a, b) => a.order - b.order)
  if (refused.length === 0) return null
  return {
    ids: refused.map(({ id }) => id),
    values: Object.assign({}, ...refused.map(changesOf)) as Partial<ProfileValues>,
    reasons: [...new Set(refused.flatMap(({ rejection }) => rejection?.message || []))],
  }
}

function changesOf({ args }: OutboxRecord): object {
  const read = v.safeParse(v.pick(UpdateProfileArgs, ['changes']), args)
  if (!read.success) return {}
  return Object.fromEntries(Object.entries(read.output.changes).map(([field, value]) => [field, value ?? '']))
}
