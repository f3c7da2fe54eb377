import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChatMode, StreamSettingsBody } from '@vesper/sync/vesper/api/live-streams.ts'
import type * as v from 'valibot'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { StreamSettings } from './entity.ts'
import { FIRST_SETTINGS } from './views.ts'

/** Changes the settings of the actor: only the fields given. Refuses as `invalid` a group that begins with more than it takes. */
export async function changeSettings(
  tx: Tx,
  { chat = {}, ...changes }: v.InferOutput<typeof StreamSettingsBody>,
): Promise<StreamSettings> {
  const { userId: performerId } = requireActor(tx)
  await lock(tx, 'stream-settings', performerId)
  const settings =
    (await tx.em.findOne(StreamSettings, { performerId }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ??
    tx.em.create(StreamSettings, { ...FIRST_SETTINGS, performerId, updatedAt: tx.now })
  Object.assign(settings, given(changes), { chat: changedChat(settings.chat, chat), updatedAt: tx.now })
  if (settings.groupMinimum > settings.groupMaximum) {
    const message = 'A group show takes at least as many fans as it begins with.'
    throw new Refusal('invalid', message, [{ path: 'groupMaximum', message }])
  }
  await tx.flush()
  return settings
}

/** The rules of a chat with these changes. */
export function changedChat(
  chat: ChatMode,
  changes: { [Name in keyof ChatMode]?: ChatMode[Name] | undefined },
): ChatMode {
  return { ...chat, ...(given(changes) as Partial<ChatMode>) }
}

function given<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
