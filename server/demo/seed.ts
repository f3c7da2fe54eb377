import type { App } from '../context.ts'
import { Setting } from '../domains/settings/entity.ts'
import { lock } from '../infra/database/lock.ts'
import { transact } from '../infra/database/transaction.ts'
import { seedSmall } from './small/seed-small.ts'

/** Kept beside the settings, of which it is none: the demo is made once, and what was changed in it stays so. */
const MARKER = 'demo.seeded'

/**
 * Makes the demo once per database: `small` for tests, `demo` for people. The next start completes one that was cut off.
 * Of two servers that start at a time, the second waits and finds it made.
 */
export async function seedDemo(app: App, size: 'demo' | 'small'): Promise<void> {
  await app.orm.em.fork().transactional(async (em) => {
    await lock({ em }, 'demo', 'seed')
    if (await em.findOne(Setting, { key: MARKER })) return
    await seedSmall(app)
    app.log.debug({ size }, 'the demo is made')
    await transact(app, null, async (tx) => {
      tx.em.create(Setting, { key: MARKER, value: tx.now.toISOString(), updatedAt: tx.now })
    })
  })
}
