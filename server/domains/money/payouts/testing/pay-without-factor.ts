import { transact } from '../../../../infra/database/transaction.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { changeSettings } from '../../../site/settings/commands.ts'

/** The site asks creators for no second factor before their first payout, as its owner may decide. */
export async function payWithoutFactor({ app }: Pick<TestServer, 'app'>): Promise<void> {
  await transact(app, null, (tx) => changeSettings(tx, { payoutsNeedFactor: false }))
}
