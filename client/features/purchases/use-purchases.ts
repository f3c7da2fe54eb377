import { ChargeList } from '@vesper/sync/vesper/api/charges.ts'
import type { Charge } from '@vesper/sync/vesper/api/charges.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type { Grant } from '@vesper/sync/vesper/records/grant.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import type { PurchaseKind } from './purchase-kinds.ts'

type Owned = Extract<Grant, { kind: 'entitlement' }>

/** A thing that the account owns. Its names are as far as this device knows them. */
export type Purchase = {
  id: string
  type: Owned['objectType']
  objectId: string
  title: string
  creator: { name: string; avatar: string | null } | null
  grantedAt: string
  /** A small picture of it; null where the device knows of none. */
  picture: string | null
  /** Its payment from the wallet, as far as this device knows it. */
  charge: Omit<Charge, 'balance'> | null
  /** The place of a message. */
  place: { conversationId: string; seq: number | undefined }
}

type Purchases = {
  /** The latest first; undefined while they are being read from this device. */
  purchases: Purchase[] | undefined
  /** Why the payments could not be read, which prices and receipts come from. */
  failure: unknown
  retry: () => void
  /** Reads the payments before those that are known; null where all that is shown is known. */
  readMore: (() => void) | null
  isReading: boolean
}

/**
 * The things that the account owns, from this device. The names come from the
 * latest payments, 100 at a time, which the device keeps, and from creators that it holds.
 */
export function usePurchases(kind: PurchaseKind): Purchases {
  const { db } = useSync()
  const account = useUnit($user)?._id ?? ''
  const [current, setCurrent] = useState(1)
  const list = usePagedList({ path: '/wallet/charges/search', answer: ChargeList, search: { current }, pageSize: 100 })
  const { items: charges = [], error: failure, retry, hasMore, isLoading } = list
  const held = useLiveQuery(async () => {
    const owned = (await db.grants.toArray()).filter((grant) => grant.kind === 'entitlement')
    const creators = await db.creators.bulkGet([...new Set(owned.map(({ performerId }) => performerId))])
    const ids = owned.map(({ objectId }) => objectId)
    const [messages, posts] = await Promise.all([db.messages.bulkGet(ids), db.posts.bulkGet(ids)])
    const seen = [...messages, ...posts].filter((one) => one !== undefined)
    return {
      owned: owned.toSorted((a, b) => b.grantedAt.localeCompare(a.grantedAt)),
      creators: new Map(creators.flatMap((creator) => (creator ? [[creator._id, creator] as const] : []))),
      pictures: new Map(seen.flatMap((one) => pictureOf(one) ?? [])),
      seqs: new Map(messages.flatMap((one) => (one && isConfirmed(one) ? [[one._id, one.seq] as const] : []))),
    }
  }, [db])
  const reading = { failure, retry, isReading: isLoading, readMore: hasMore ? () => setCurrent(current + 1) : null }
  if (!held) return { purchases: undefined, ...reading }
  const paid = new Map(charges.map((charge) => [`${charge.type} ${charge.targetId}`, charge]))
  const purchases = held.owned
    .filter(({ objectType }) => kind === 'all' || objectType === kind)
    .map(({ _id: id, objectType: type, objectId, performerId, grantedAt }) => {
      const charge = paid.get(`${type} ${objectId}`)
      const conversationId = conversationIdOf(account, performerId)
      return {
        ...{ id, type, objectId, grantedAt, title: charge?.title ?? '' },
        ...{ charge: charge ?? null, picture: charge?.picture ?? held.pictures.get(objectId) ?? null },
        creator: charge?.performer ?? held.creators.get(performerId) ?? null,
        place: { conversationId, seq: held.seqs.get(objectId) },
      }
    })
  const isAllKnown = purchases.every(({ charge }) => charge !== null)
  return { purchases, ...reading, readMore: isAllKnown ? null : reading.readMore }
}

/** The first picture of a thing whose row the device holds. */
function pictureOf({ _id, files }: { _id: string; files: readonly FileRecord[] }): [[string, string]] | null {
  const url = files.find(({ status, thumbnailUrl }) => status === 'ready' && thumbnailUrl !== null)?.thumbnailUrl
  return url == null ? null : [[_id, url]]
}
