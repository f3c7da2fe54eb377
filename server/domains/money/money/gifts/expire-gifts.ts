import { v7 } from 'uuid'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { workThrough } from '../../../../infra/jobs/work-through.ts'
import { notify } from '../../../notify/notifications/notify.ts'
import { keepGift } from '../ledger/keep-gift.ts'
import { post } from '../ledger/post.ts'
import { TokenGift } from '../ledger/token-gift.ts'
import { giftEndedLines } from '../sale-lines.ts'
import { lockPurse, saveWallet } from '../wallets.ts'
import { leftOfGifts } from './left-of-gifts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 200
const HOUR_SECONDS = 60 * 60

/** Days before its end at which an account is told; nobody loses a gift without having known so long. */
export const GIFT_NOTICE_DAYS = 7

/** Ends tokens that were given, and tells their accounts before. */
export const expireGiftsJob: RecurringJob = {
  kind: 'recurring',
  name: 'money.expire-gifts',
  everySeconds: HOUR_SECONDS,
  run: expireGifts,
}

/** Looks at every account that has given tokens which end within the days of the notice, or whose end is not known. */
export async function expireGifts(app: App, signal?: AbortSignal): Promise<void> {
  const { giftDays } = await app.settings.read()
  let last = '00000000-0000-0000-0000-000000000000'
  while (!signal?.aborted) {
    const soon = new Date(app.clock().getTime() + GIFT_NOTICE_DAYS * DAY_MS)
    const found = await app.orm.em.fork().execute<{ id: string }[]>(DUE, [soon, last, giftDays, BATCH])
    const work = ({ id }: { id: string }) => transact(app, null, (tx) => expireGiftsOf(tx, id))
    await workThrough(app, found, { work, signal })
    const next = found.at(-1)?.id
    if (next === undefined) return
    last = next
  }
}

const DUE = `select a.owner_id as id from money_account a
  left join lateral (
    select sum(tokens) as tokens, bool_or(expires_at <= ?) as is_due from token_gift
    where user_id = a.owner_id and expired_tokens is null
  ) g on true
  where a.kind = 'fan_granted' and a.owner_id > ? and (g.is_due or (? > 0 and a.balance - a.held > coalesce(g.tokens, 0)))
  order by a.owner_id limit ?`

/** Tokens that are on hold count as spent until they are released. */
async function expireGiftsOf(tx: Tx, userId: string): Promise<void> {
  const { granted } = await lockPurse(tx, userId)
  const gifts = await tx.em.find(TokenGift, { userId, expiredTokens: null })
  const { shares, over } = leftOfGifts(gifts, Number(granted))
  if (over > 0) await keepGift(tx, { id: v7(), userId, tokens: over })
  let [told, ended] = [0, 0]
  for (const { gift, left } of shares) {
    const isOver = gift.expiresAt <= tx.now
    if (left > 0 && gift.noticedAt == null && tx.now >= noticeOf(gift.expiresAt)) {
      gift.noticedAt = tx.now
      told += left
    } else if (isOver && (left === 0 || (gift.noticedAt != null && noticeOf(tx.now) >= gift.noticedAt))) {
      gift.expiredTokens = left
      if (left > 0) await takeBack(tx, gift, left)
      ended += left
    }
  }
  await tx.em.flush()
  if (ended > 0) await saveWallet(tx, userId)
  if (told > 0) await tell(tx, userId, { event: 'gift-expiring', tokens: told })
  if (ended > 0) await tell(tx, userId, { event: 'gift-expired', tokens: ended })
}

async function takeBack(tx: Tx, { id, userId }: TokenGift, tokens: number): Promise<void> {
  const request = { userId, tokens }
  const lines = giftEndedLines(userId, BigInt(tokens))
  await post(tx, { scope: 'gift-expired', key: id, request, kind: 'gift-expired', refId: id, lines })
}

function noticeOf(end: Date): Date {
  return new Date(end.getTime() - GIFT_NOTICE_DAYS * DAY_MS)
}

type Told = { event: 'gift-expiring' | 'gift-expired'; tokens: number }

function tell(tx: Tx, userId: string, { event, tokens }: Told): Promise<void> {
  const object = { type: 'wallet', id: userId } as const
  return notify(tx, { userId, kind: 'system', actorId: null, object, event, preview: String(tokens) })
}
