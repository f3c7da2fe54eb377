import type { ThingKind } from '@vesper/sync/vesper/records/things.ts'
import { whereOpenTo } from '../../../content/blocks.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { thing } from '../../../infra/things/thing.ts'
import type { ThingOf } from '../../../infra/things/thing.ts'
import { User } from './entity.ts'

/** Accounts of one kind, creators or fans, as all that works on things of any kind sees them. */
export function thingOfAccounts(kind: ThingKind, { isPerformer }: { isPerformer: boolean }) {
  return {
    kind,
    words: { missing: 'There is no such account.' },
    find: ({ em }, id) => em.findOne(User, { id, isPerformer }),
    access: async (source, onlooker, user) => ({ access: (await isOpen(source, onlooker, user)) ? 'open' : 'hidden' }),
    owner: ({ id }) => id,
    async snapshot(source, onlooker, user) {
      if (!(await isOpen(source, onlooker, user))) return null
      return { text: [user.name, user.username, user.bio].filter(Boolean).join('\n') }
    },
  } satisfies ThingOf<User>
}

/** Accounts of fans. */
export const accountThing = thing<User>(thingOfAccounts('user', { isPerformer: false }))

async function isOpen({ em }: Source, onlooker: Onlooker, { id }: User): Promise<boolean> {
  return (await em.count(User, { id, ...whereOpenTo(onlooker) })) > 0
}
