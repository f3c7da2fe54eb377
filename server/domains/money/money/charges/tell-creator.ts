import type { NoticeObject } from '@vesper/sync/vesper/records/notification.ts'
import type { KindWith } from '@vesper/sync/vesper/records/things.ts'
import type { Source, Tx } from '../../../../infra/database/transaction.ts'
import { notify } from '../../../notify/notifications/notify.ts'
import type { Charge } from './entity.ts'

type Paid = Pick<Charge, 'id' | 'fanId' | 'performerId' | 'tokens'>
/** Tokens of a wallet, or cents of a card. */
type Back = { tokens: number } | { cents: number }
type Shown = { type: NoticeObject; id: string }

/** Notifies creators of money that comes, or does not. */
export const tellCreator = { tip, sale, refund, dispute }

/**
 * Tells a creator of a tip. One with words is an entry of its own, so that no words replace others; those of a stream, where
 * the chat shows them all, are one entry while it is unread, and so are those of one fan without words.
 */
async function tip(
  tx: Tx,
  { id, fanId, performerId, tokens, message, item }: Paid & Pick<Charge, 'message' | 'item'>,
  streamId: string | null,
): Promise<void> {
  const fan: Shown = { type: 'user', id: fanId }
  const alone: Shown = message ? { type: 'tip', id } : fan
  await notify(tx, {
    ...{ userId: performerId, kind: 'tip', actorId: fanId, tokens },
    ...(streamId === null ? { object: alone, page: fan } : { object: { type: 'stream', id: streamId } }),
    preview: [item ?? '', message].filter(Boolean).join(': '),
  })
}

/** Tells a creator that somebody bought a thing of theirs; all sales of one thing are one entry while it is unread. */
async function sale(
  tx: Tx,
  { fanId, performerId, tokens }: Paid,
  { type, id }: { type: KindWith<'buy'>; id: string },
): Promise<void> {
  const { page, preview } = await shownAs(tx, { type, id })
  await notify(tx, {
    ...{ userId: performerId, kind: 'sale', actorId: fanId, object: { type, id }, tokens, preview },
    ...(page && { page }),
  })
}

/** Tells a creator that tokens or cents of a sale went back to the fan. */
async function refund(tx: Tx, { id, performerId }: Pick<Paid, 'id' | 'performerId'>, back: Back): Promise<void> {
  const about = { kind: 'sale', actorId: null, object: { type: 'earning', id }, event: 'sale-refunded' } as const
  await notify(tx, { userId: performerId, ...about, ...back })
}

/** Tells a creator that a bank disputes the payment of a sale: it is not paid out until that is decided. */
async function dispute(tx: Tx, { id, performerId }: Pick<Paid, 'id' | 'performerId'>, back: Back): Promise<void> {
  const about = { kind: 'sale', actorId: null, object: { type: 'earning', id }, event: 'sale-disputed' } as const
  await notify(tx, { userId: performerId, ...about, ...back })
}

/** The title of a thing, or its first words, and the page that shows it where it has none itself. */
async function shownAs(source: Source, { type, id }: { type: KindWith<'buy'>; id: string }) {
  const thing = source.app.domains.things.get(type)
  const noticed = (await thing?.noticed?.(source, [id]))?.get(id)
  if (noticed) return { page: noticed.page, preview: noticed.preview }
  return { page: null, preview: (await thing?.titles?.(source, [id]))?.get(id) ?? '' }
}
