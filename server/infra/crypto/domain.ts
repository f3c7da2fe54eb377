import { domain, notSynced } from '../domain.ts'
import { KeyUse } from './entity.ts'
import type { KeyHolder } from './key-holder.ts'
import { rewrapJob } from './rewrap-job.ts'

const DAY_MS = 86_400_000
/** Links to private files live for two days at most (`files/media/media-link.ts`). */
const LINK_DAYS = 2

/** Links are in nobody's table. They have ended two days after another key began to sign them. */
const links: KeyHolder = {
  purpose: 'media',
  name: 'days until its last link ends',
  async left(app) {
    const [first] = await app.orm.em.fork().find(KeyUse, { purpose: 'media' }, { orderBy: { since: 'desc' }, limit: 1 })
    const passed = (app.clock().getTime() - (first?.since.getTime() ?? 0)) / DAY_MS
    return Math.max(0, Math.ceil(LINK_DAYS - passed))
  },
}

/** The fingerprints of the keys that all servers of a database share, and the change of what they seal. */
export const keys = domain({ name: 'keys', entities: [notSynced(KeyUse)], keyHolders: [links], jobs: [rewrapJob] })
