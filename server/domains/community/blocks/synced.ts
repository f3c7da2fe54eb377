import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { derivedRows } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { User } from '../../people/accounts/entity.ts'
import { Block } from './entity.ts'
import { blockRows } from './queries.ts'
import type { BlockRow } from './queries.ts'
import { blockView } from './views.ts'

/** The accounts that the viewer blocks. Nobody else is told of a block. */
export const blocks: SyncedCollection<'blocks'> = {
  name: 'blocks',
  async window({ em, viewerId }, spaces) {
    return spaces.includes(spaceOfUser(viewerId)) ? (await blockRows(em, viewerId)).map(syncedRow) : []
  },
  byIds: async ({ em, viewerId }, ids) => (await blockRows(em, viewerId, ids)).map(syncedRow),
}

function syncedRow(row: BlockRow): SyncedRow {
  return { space: spaceOfUser(row.performerId), collection: 'blocks', value: blockView(row) }
}

/** A block, in the space of its creator. The conversation of the two and the fan's cart show it. */
export const recordBlock: Recorder<Block> = (changes, change) => {
  const { performerId, userId } = change.entity
  changes.add({ space: spaceOfUser(performerId), collection: 'blocks', id: userId }, change)
  changes.show(Block, userId)
  changes.show(Block, conversationIdOf(performerId, userId))
}

/** The ids are those of accounts and of conversations; see `recordBlock`. */
export const rowsThatShowBlocks = [
  derivedRows({
    ...{ shows: Block, collection: 'conversations', space: "'c:' || c.id", id: 'c.id' },
    from: 'conversation c where c.id = any(?::uuid[])',
  }),
  derivedRows({
    ...{ shows: Block, collection: 'cart-lines', space: "'u:' || l.user_id", id: 'l.product_id' },
    from: 'cart_line l where l.user_id = any(?::uuid[])',
  }),
]

/** A block shows the account. */
export const blocksThatShowUsers = derivedRows({
  ...{ shows: User, collection: 'blocks', space: "'u:' || b.performer_id", id: 'b.user_id' },
  from: 'block b where b.user_id = any(?::uuid[])',
})
