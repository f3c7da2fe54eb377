import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Breach } from './books.ts'

/** The outcome of the latest check of the books: one row, which all servers read. */
export const BooksState = defineEntity({
  name: 'BooksState',
  tableName: 'books_state',
  checks: [{ name: 'books_state_one_check', expression: 'id = 1' }],
  properties: {
    id: p.integer().primary(),
    breaches: p.json<Breach[]>(),
    checkedAt: p.datetime(),
  },
})

export type BooksState = InferEntity<typeof BooksState>

/** Notes the outcome of a check. */
export function noteBooks(app: App, breaches: readonly Breach[]): Promise<void> {
  return transact(app, null, async (tx) => {
    const checked = { breaches: [...breaches], checkedAt: tx.now }
    const state = await tx.em.findOne(BooksState, { id: 1 })
    if (state) tx.em.assign(state, checked)
    else tx.em.create(BooksState, { id: 1, ...checked })
  })
}

/** True when the latest check found nothing, and before the first one. Payouts wait otherwise. */
export async function areBooksRight(em: EntityManager): Promise<boolean> {
  const state = await em.findOne(BooksState, { id: 1 })
  return (state?.breaches.length ?? 0) === 0
}
