import { LockMode } from '@mikro-orm/postgresql'
import type { ChargeType } from '@vesper/sync/vesper/api/charges.ts'
import type * as v from 'valibot'
import type { Access } from '../../../../content/access.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../../infra/files/attachment.ts'
import { missingText } from '../../../content/assets/kinds.ts'
import { assetAccess, placedAsset } from '../../../content/assets/viewed-asset.ts'
import { Post } from '../../../content/posts/entity.ts'
import { postAccess } from '../../../content/posts/viewed-post.ts'
import { messageAccess } from '../../../talk/messages/access.ts'
import { Message } from '../../../talk/messages/entity.ts'

/** Things that are bought one by one, each at its own price. A product is bought with an order. */
export type SoldType = Exclude<v.InferOutput<typeof ChargeType>, 'tip' | 'subscription' | 'product'>

/** A thing as a buyer finds it; `price` is null for what is not for sale. */
export type Offer = { access: Access; price: number | null }

/** `offerTo` is asked under the lock of the buyer's wallet. */
type Found = { performerId: string; offerTo: (onlooker: Onlooker) => Promise<Offer> }

type Sold = {
  /** The words for a thing that does not exist, or that the buyer may not know of. */
  missing: string
  /** Shares the lock of its row: until the commit its author does not remove it. */
  find: (tx: Tx, id: string) => Promise<Found | null>
}

/** All that can be bought, by the type of its charge, which is the type of the entitlement, too. */
export const sold: Readonly<Record<SoldType, Sold>> = {
  feed: {
    missing: 'This post does not exist.',
    async find({ em }, id) {
      const post = await em.findOne(Post, { id }, { lockMode: LockMode.PESSIMISTIC_READ })
      return (
        post && {
          performerId: post.performerId,
          offerTo: async (onlooker) => ({
            access: await postAccess(em, onlooker, post),
            price: post.access === 'paid' ? post.price : null,
          }),
        }
      )
    },
  },
  video: { missing: missingText.video, find: (tx, id) => findAsset(tx, 'video', id) },
  gallery: { missing: missingText.gallery, find: (tx, id) => findAsset(tx, 'gallery', id) },
  message: {
    missing: 'This message does not exist.',
    async find({ em }, id) {
      // Locked: it is not deleted while it is paid for.
      const message = await em.findOne(Message, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
      return (
        message && {
          performerId: message.senderId,
          offerTo: async (onlooker) => ({
            access: await messageAccess(em, onlooker, message),
            price: message.price > 0 ? message.price : null,
          }),
        }
      )
    },
  },
  stream: { missing: 'This stream does not exist.', find: () => Promise.resolve(null) },
}

async function findAsset({ em }: Tx, kind: 'video' | 'gallery', id: string): Promise<Found | null> {
  await em.execute('select 1 from asset where id = ? for share', [id])
  const placed = await placedAsset(em, id)
  if (placed?.asset.kind !== kind) return null
  const { asset } = placed
  return {
    performerId: asset.performerId,
    offerTo: async (onlooker) => ({
      access: (await assetAccess(em, onlooker, placed)).access,
      price: asset.access === 'paid' ? asset.price : null,
    }),
  }
}
