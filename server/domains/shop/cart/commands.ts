import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CART_LINES_MAX } from '@vesper/sync/vesper/records/cart-line.ts'
import { notBlockedFor } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { Product } from '../../content/products/entity.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { CartLine } from './entity.ts'
import { mayHold } from './policy.ts'

export type SetCartLine = { productId: string; quantity: number; priceSeen: number }

/**
 * Sets how much of a product is in the actor's cart; 0 takes it out. The last call wins, and the same again changes
 * nothing. Neither stock nor price stands in the way: the cart shows how they are. Refusals: `not-found` for a product that
 * was never on sale, `forbidden` for one's own, `conflict` for a full cart.
 */
export async function setCartLine(tx: Tx, { productId, quantity, priceSeen }: SetCartLine): Promise<void> {
  const key = { userId: requireActor(tx).userId, productId: productId.toLowerCase() }
  await lockCart(tx, key.userId)
  const line = await tx.em.findOne(CartLine, key)
  if (quantity === 0) {
    if (line) tx.em.remove(line)
    return
  }
  if (line?.quantity === quantity && line.priceSeen === priceSeen) return
  await assertHoldable(tx, key, line !== null)
  const change = { quantity, priceSeen, updatedAt: tx.now }
  if (line) return void tx.em.assign(line, change)
  await assertRoom(tx, key.userId)
  tx.em.create(CartLine, { ...key, ...change })
}

/** Takes these products out of the actor's cart; those that are not in it are no matter. */
export async function clearCart(tx: Tx, { productIds }: { productIds: readonly string[] }): Promise<void> {
  const { userId } = requireActor(tx)
  await lockCart(tx, userId)
  const productId = { $in: productIds.map((id) => id.toLowerCase()) }
  for (const line of await tx.em.find(CartLine, { userId, productId })) tx.em.remove(line)
}

/** Takes what was bought out of the actor's cart, by the quantity: pieces that another device put in meanwhile stay. */
export async function takeFromCart(tx: Tx, bought: readonly { productId: string; quantity: number }[]): Promise<void> {
  const { userId } = requireActor(tx)
  for (const { productId, quantity } of bought) {
    const line = await tx.em.findOne(CartLine, { userId, productId }, { refresh: true })
    if (!line) continue
    if (line.quantity <= quantity) tx.em.remove(line)
    else tx.em.assign(line, { quantity: line.quantity - quantity, updatedAt: tx.now })
  }
}

/** Two devices that change one cart, or buy from it, at once: the second finds what the first made. */
export function lockCart(tx: Tx, userId: string): Promise<void> {
  return lock(tx, 'cart', userId)
}

type Key = Pick<CartLine, 'userId' | 'productId'>

/** A product that is in the cart already stays there though its creator is closed to others. */
async function assertHoldable(tx: Tx, { userId, productId }: Key, isHeld: boolean): Promise<void> {
  // A share lock: an edit of the product or of its performer that runs right now either waits and then finds this line to
  // refresh, or is done and seen here.
  const [product] = await tx.em.execute<{ performer_id: string; status: Product['status']; is_open: boolean }[]>(
    `select p.performer_id, p.status, ${openToOthers('u')} and ${notBlockedFor('?::uuid', 'u.id')} as is_open
     from asset p ${joinAccount('u', 'p.performer_id')} where p.id = ? and p.kind = 'product' for share`,
    [userId, userId, productId],
  )
  if (!product || !mayHold(product) || !(isHeld || product.is_open))
    throw new Refusal('not-found', 'This product is not on sale.')
  if (product.performer_id === userId) throw new Refusal('forbidden', 'You cannot buy your own product.')
}

async function assertRoom(tx: Tx, userId: string): Promise<void> {
  if ((await tx.em.count(CartLine, { userId })) < CART_LINES_MAX) return
  throw new Refusal('conflict', 'A cart has at most 100 products.')
}
