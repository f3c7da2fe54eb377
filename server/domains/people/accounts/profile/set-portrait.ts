import { LockMode } from '@mikro-orm/core'
import { requireUnrestricted } from '../../../../content/require-unrestricted.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { removeFiles } from '../../../../infra/files/commands.ts'
import { User } from '../entity.ts'

/**
 * Makes a stored picture the actor's avatar or cover, or with null takes it away; the one before is removed. Refuses a new one as
 * `forbidden` while publishing is paused.
 */
export async function setPortrait(
  tx: Tx,
  { fileId, kind }: { fileId: string | null; kind: 'avatar' | 'cover' },
): Promise<void> {
  const { userId } = requireActor(tx)
  if (fileId !== null) await requireUnrestricted(tx, userId, 'publish')
  const user = await tx.em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const field = kind === 'avatar' ? 'avatarFileId' : 'coverFileId'
  const before = user[field]
  if (before === fileId) return
  user[field] = fileId
  if (before) await removeFiles(tx, [before])
}
