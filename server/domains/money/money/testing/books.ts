import { randomUUID } from 'node:crypto'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { booksOf } from '../ledger/check-books-job.ts'
import { post } from '../ledger/post.ts'
import { topUpLines } from '../sale-lines.ts'
import { saveWallet } from '../wallets.ts'

/** Gives an account bought tokens, and given ones on top, past the gateway. */
export function fillWallet({ app }: { app: App }, fanId: string, { paid = 0, granted = 0 }): Promise<number> {
  return transact(app, null, async (tx) => {
    const request = { fanId, tokens: BigInt(paid), bonus: BigInt(granted), tokenCents: 5n }
    await post(tx, { scope: 'top-up', key: randomUUID(), request, kind: 'top-up', lines: topUpLines(request) })
    return saveWallet(tx, fanId)
  })
}

/** The rules of the ledger that are broken; every test file that moves money ends with none. */
export function brokenRules({ app }: { app: App }): Promise<string[]> {
  return booksOf(app).then((breaches) => breaches.map(({ rule, at }) => `${rule} ${at.join()}`))
}
