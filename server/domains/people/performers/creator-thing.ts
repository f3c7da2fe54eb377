import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { openToReader } from '../../../content/open-to-reader.ts'
import { plainById } from '../../../infra/database/plain-rows.ts'
import { thing } from '../../../infra/things/thing.ts'
import { thingOfAccounts } from '../accounts/account-thing.ts'
import { User } from '../accounts/entity.ts'
import { NO_CREATOR } from '../accounts/queries.ts'
import { findCreators } from './discovery/find-creators.ts'
import { creatorsAmong } from './queries.ts'

/** Creators with their pages, as all that works on things of any kind sees them. */
export const creatorThing = thing<User>({
  ...thingOfAccounts('performer', { isPerformer: true }),
  words: { missing: NO_CREATOR, notLiked: 'Creators can be bookmarked and followed, not liked.' },
  bookmarks: {
    join: `join "user" o on o.id = r.object_id and o.is_performer and ${openToReader('o')}`,
    cards: ({ em }, _onlooker, ids) => cardsOf(em, ids),
  },
  async search({ em }, { words, onlooker: viewer, page }) {
    const { ids, total } = await findCreators(em, { words, viewer }, page)
    return { data: await cardsOf(em, ids), total }
  },
})

async function cardsOf(em: SqlEntityManager, ids: readonly string[]) {
  const users = await plainById(em, User, ids)
  return creatorsAmong(
    em,
    ids.flatMap((id) => users.get(id) ?? []),
  )
}
