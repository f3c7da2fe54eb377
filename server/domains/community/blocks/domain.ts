import { BLOCKS_MAX } from '@vesper/sync/vesper/records/block.ts'
import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { setBlock } from './commands.ts'
import { Block } from './entity.ts'
import { blockRoutes } from './routes.ts'
import { blocks as collection, blocksThatShowUsers, recordBlock, rowsThatShowBlocks } from './synced.ts'

/** The accounts and countries that creators block. Other domains ask `content/blocks.ts`. */
export const blocks = domain({
  name: 'blocks',
  entities: [synced(Block, recordBlock)],
  reads: ['cart_line', 'conversation'],
  routes: blockRoutes,
  collections: [collection],
  derived: [...rowsThatShowBlocks, blocksThatShowUsers],
  ownRows: [
    {
      sql: 'select count(*)::int from (select from block where performer_id = ? limit ?) as b',
      params: ['viewer', BLOCKS_MAX],
    },
  ],
  mutations: {
    'block.set': { run: setBlock, spaces: ownSpace, limit: { points: 600, seconds: 600 } },
  },
})
