import type { Block as BlockRecord } from '@vesper/sync/vesper/records/block.ts'
import { avatarUrl } from '../../../infra/files/views.ts'
import type { BlockRow } from './queries.ts'

/** A block for the creator who made it. */
export function blockView({ id, performerId, name, username, avatar, reason, createdAt }: BlockRow): BlockRecord {
  return {
    ...{ _id: id, performerId, name, username, avatar: avatarUrl(avatar), reason },
    createdAt: new Date(createdAt).toISOString(),
  }
}
