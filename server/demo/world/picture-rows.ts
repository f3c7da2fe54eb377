import type { User } from '../../domains/people/accounts/entity.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'
import { portraitOf } from '../../infra/files/uploads/purposes.ts'
import { must } from '../find-demo-rows.ts'
import type { WorldPicture } from './pictures.ts'

/** Makes the rows of pictures that are not drawn yet: their room in a page is known, their bytes follow. */
export function createPictureRows(
  tx: Tx,
  pictures: readonly WorldPicture[],
  accounts: ReadonlyMap<string, User>,
): void {
  for (const { id, owner, purpose, size, minutesAgo } of pictures) {
    tx.em.create(File, {
      ...{ id, ownerId: must(accounts.get(owner)).id, purpose, type: 'photo', status: 'processing' },
      ...{ mimeType: portraitOf(purpose) === null ? 'image/jpeg' : 'image/webp', size: 0, ...size },
      createdAt: new Date(tx.now.getTime() - Math.max(0, minutesAgo) * 60_000),
    })
  }
}
