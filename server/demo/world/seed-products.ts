import type { App } from '../../app.ts'
import { Asset } from '../../domains/content/assets/entity.ts'
import { assetOf } from '../../domains/content/products/entity.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { must } from '../find-demo-rows.ts'
import { productPictureId } from './file-ids.ts'
import { createPictureRows } from './picture-rows.ts'
import type { WorldPicture } from './pictures.ts'
import { productAgeMinutes, productId } from './read-world.ts'
import type { World } from './read-world.ts'

const MINUTE_MS = 60_000

/** Makes what the creators sell with the rows of its pictures; if there is one product, there are all. */
export async function seedProducts(
  app: App,
  { products }: World,
  { accounts, pictures }: { accounts: ReadonlyMap<string, User>; pictures: readonly WorldPicture[] },
): Promise<void> {
  const idOf = (creator: string) => must(accounts.get(creator)).id
  const sellers = [...new Set(products.map(({ creator }) => idOf(creator)))]
  if ((await app.orm.em.fork().count(Asset, { kind: 'product', performerId: { $in: sellers } })) > 0) return
  await transact(app, null, async (tx) => {
    createPictureRows(
      tx,
      pictures.filter(({ purpose }) => purpose === 'product'),
      accounts,
    )
    for (const [n, { creator, motif: _motif, ...product }] of products.entries()) {
      const createdAt = new Date(tx.now.getTime() - productAgeMinutes(n) * MINUTE_MS)
      const made = {
        ...{ id: productId(creator, product.name), performerId: idOf(creator), ...product },
        ...{ pictureFileId: productPictureId(creator, product.name), createdAt, updatedAt: createdAt },
      }
      tx.em.create(Asset, assetOf(made))
    }
  })
}
