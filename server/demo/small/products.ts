import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { v7 } from 'uuid'
import type { App } from '../../app.ts'
import { Asset } from '../../domains/content/assets/entity.ts'
import { assetOf } from '../../domains/content/products/entity.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { CartLine } from '../../domains/shop/cart/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { createFile } from '../../infra/files/commands.ts'
import { encodePortrait } from '../../infra/files/processing/images.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { landscape } from './artwork.ts'
import type { Palette } from './artwork.ts'
import { demoCart, demoProducts } from './demo-products.ts'
import type { DemoProduct } from './demo-products.ts'
import { demoPeople } from './people.ts'

/** Makes what the creators sell, each with a picture in the colours of its creator. */
export async function seedProducts(app: App, accounts: ReadonlyMap<string, User>): Promise<void> {
  await Promise.all(demoProducts.map((product) => seedProduct(app, product, must(accounts.get(product.creator)))))
}

/** Fills a cart as it is after some days: a price has gone up since, and of something fewer are left than wanted. */
export async function seedCart(app: App, accounts: ReadonlyMap<string, User>): Promise<void> {
  await transact(app, null, async (tx) => {
    for (const { fan, product: name, quantity, priceSeen } of demoCart) {
      const { id: userId } = must(accounts.get(fan))
      const { id: productId } = await tx.em.findOneOrFail(Asset, { kind: 'product', title: name })
      if (await tx.em.findOne(CartLine, { userId, productId })) continue
      tx.em.create(CartLine, { userId, productId, quantity, priceSeen, updatedAt: tx.now })
    }
  })
}

async function seedProduct(app: App, { creator, motif, ...product }: DemoProduct, user: User): Promise<void> {
  const performerId = user.id
  if (await app.orm.em.fork().count(Asset, { performerId, kind: 'product', title: product.name })) return
  const { palette } = must(demoPeople.find(({ username }) => username === creator))
  const [drawn, encoded] = [app.storage.workPath(), app.storage.workPath()]
  try {
    const picture = await draw({ ...palette, motif }, { drawn, encoded })
    await transact(app, actingAs(user), async (tx) => {
      const file = { id: v7(), purpose: 'product', type: 'photo', status: 'ready', ...picture } as const
      const { file: stored } = await createFile(tx, { ...file, bytes: { product: encoded } })
      const dates = { createdAt: tx.now, updatedAt: tx.now }
      const made = { ...product, id: v7(), performerId, status: 'active', pictureFileId: stored.id, ...dates } as const
      tx.em.create(Asset, assetOf(made))
    })
  } finally {
    for (const path of [drawn, encoded]) await rm(path, { force: true })
  }
}

async function draw(palette: Palette, { drawn, encoded }: { drawn: string; encoded: string }) {
  const svg = landscape(palette, { width: 640, height: 640 })
  await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toFile(drawn)
  return encodePortrait(drawn, encoded, 'product')
}
