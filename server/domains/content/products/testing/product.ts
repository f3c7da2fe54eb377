import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Asset } from '../../assets/entity.ts'
import { assetOf } from '../entity.ts'
import type { Product } from '../entity.ts'

/** A product on sale, past the shop; answers its id. */
export async function makeProduct(
  { app }: Pick<TestServer, 'app'>,
  performerId: string,
  given: Partial<Product> = {},
): Promise<string> {
  const id = v7()
  await transact(app, null, async ({ em, now }) => {
    const product: Product = {
      ...{ id, performerId, name: `Product ${id}`, description: '', price: 100, type: 'physical', stock: 10 },
      ...{ status: 'active', pictureFileId: null, createdAt: now, updatedAt: now, ...given },
    }
    em.create(Asset, assetOf(product))
  })
  return id
}

/** Changes a product as its performer would. */
export async function editProduct(
  { app }: Pick<TestServer, 'app'>,
  id: string,
  { name, pictureFileId, ...fields }: Partial<Product>,
): Promise<void> {
  const named = name === undefined ? {} : { title: name }
  const pictured = pictureFileId === undefined ? {} : { coverFileId: pictureFileId }
  await transact(app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(Asset, { id }), fields, named, pictured)
  })
}
