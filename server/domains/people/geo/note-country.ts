import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'

/** Notes the country of an account's latest call. Its devices learn which creators they lose and gain by that. */
export async function noteCountry(app: App, userId: string, country: string): Promise<void> {
  await transact(app, null, async (tx) => {
    const user = await tx.em.findOne(User, { id: userId })
    if (!user || user.countrySeen === country) return
    user.countrySeen = country
    tx.afterCommit(() => tx.app.live.recheckRooms([userId]))
  })
}
