import { v7 } from 'uuid'
import { transact } from '../../../infra/database/transaction.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Product } from '../entity.ts'

/** A product on sale, past the shop; answers its id. */
export async function makeProduct(
  { app }: Pick<TestServer, 'app'>,
  performerId: string,
  given: Partial<Product> = {},
): Promise<string> {
  const id = v7()
  const defaults = { name: `Product ${id}`, price: 100, type: 'physical', stock: 10, status: 'active' } as const
  await transact(app, null, async ({ em, now }) => {
    em.create(Product, { id, performerId, createdAt: now, updatedAt: now, ...defaults, ...given })
  })
  return id
}

/** Changes a product as its performer would. */
export async function editProduct(
  { app }: Pick<TestServer, 'app'>,
  id: string,
  change: Partial<Product>,
): Promise<void> {
  await transact(app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(Product, { id }), change)
  })
}
