import type { User } from '../../domains/people/accounts/entity.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'
import { must } from '../find-demo-rows.ts'
import type { WorldClip } from './clips.ts'

/** Makes the rows of videos and sounds whose bytes follow. */
export function createClipRows(tx: Tx, clips: readonly WorldClip[], accounts: ReadonlyMap<string, User>): void {
  for (const clip of clips) {
    const { id, owner, purpose, type, minutesAgo } = clip
    tx.em.create(File, {
      ...{ id, ownerId: must(accounts.get(owner)).id, purpose, type, status: 'processing', size: 0, variants: [] },
      mimeType: type === 'video' ? 'video/mp4' : 'audio/wav',
      ...(type === 'video' ? clip.size : {}),
      createdAt: new Date(tx.now.getTime() - Math.max(0, minutesAgo) * 60_000),
    })
  }
}
