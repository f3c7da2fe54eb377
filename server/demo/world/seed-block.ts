import type { App } from '../../app.ts'
import { setBlock } from '../../domains/community/blocks/commands.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { actingAs } from '../find-demo-rows.ts'
import { BLOCKED_FAN } from './fans.ts'

/** A creator blocks a fan, after all that the fan has paid. */
export async function seedBlock(app: App): Promise<void> {
  const em = app.orm.em.fork()
  const creator = await em.findOneOrFail(User, { username: 'nightbus' })
  const fan = await em.findOneOrFail(User, { username: BLOCKED_FAN })
  const block = { userId: fan.id, blocked: true, reason: 'Asked for my address again and again' }
  await transact(app, actingAs(creator), (tx) => setBlock(tx, block))
}
