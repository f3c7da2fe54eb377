import { setToggle } from '../../core/sync/set-toggle.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

type Person = { name: string; username: string | null; avatar: string | null }
type Meant = { userId: string; user: Person } & ({ blocked: true; reason: string } | { blocked: false })

/** Blocks a fan, or ceases to; offline too. */
export function setBlock(sync: Pick<Sync, 'db' | 'mutate' | 'discard'>, { userId, user, ...meant }: Meant) {
  const { name, username, avatar } = user
  return setToggle(sync, {
    lane: `block:${userId}`,
    collection: 'blocks',
    rowId: userId,
    queue: () =>
      sync.mutate('block.set', {
        ...{ userId, blocked: meant.blocked, reason: meant.blocked ? meant.reason : '' },
        user: { name, username, avatar },
      }),
  })
}
