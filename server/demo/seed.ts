import type { App } from '../app.ts'
import { Setting } from '../domains/site/settings/entity.ts'
import { lock } from '../infra/database/lock.ts'
import { transact } from '../infra/database/transaction.ts'
import { SEEDED } from './seeded.ts'
import { seedSmall } from './small/seed-small.ts'
import { seedWorld } from './world/seed-world.ts'
import { startFilling } from './world/start-filling.ts'
import type { Filling } from './world/start-filling.ts'

/** How many photos of posts the world has before the site opens: those of the first pages. */
const FIRST_PHOTOS = 60

/**
 * Makes the demo once per database: `small` for tests, `demo` for people. The next start completes one that was cut off.
 * When two servers start at once, the second waits and finds it made.
 */
export async function seedDemo(app: App, size: 'demo' | 'small', firstPhotos = FIRST_PHOTOS): Promise<void> {
  await app.orm.em.fork().transactional(async (em) => {
    await lock({ em }, 'demo', 'seed')
    if (await em.findOne(Setting, { key: SEEDED })) return
    await (size === 'small' ? seedSmall(app) : seedWorld(app, firstPhotos))
    app.log.debug({ size }, 'the demo is made')
    await transact(app, null, async (tx) => {
      tx.em.create(Setting, { key: SEEDED, value: tx.now.toISOString(), updatedAt: tx.now })
    })
  })
}

/** Makes what the demo still lacks while the site is in use; `small` lacks nothing. */
export function completeDemo(app: App, size: 'demo' | 'small'): Filling {
  return size === 'small' ? { done: Promise.resolve(), stop: () => Promise.resolve() } : startFilling(app)
}
