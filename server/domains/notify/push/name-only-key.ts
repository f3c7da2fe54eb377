import type { MikroORM } from '@mikro-orm/postgresql'
import { PushSubscription } from './entity.ts'
import type { Vapid } from './vapid.ts'

/**
 * Notes the key of subscriptions that an earlier version made, while the site has one key alone: it is theirs. Later, beside
 * others, nobody could tell.
 */
export async function nameOnlyKey(orm: MikroORM, { keys }: Vapid): Promise<void> {
  if (keys.length > 1) return
  await orm.em.fork().nativeUpdate(PushSubscription, { keyId: null }, { keyId: keys[0].id })
}
