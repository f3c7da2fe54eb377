import { createHash } from 'node:crypto'
import { DriverException } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v7 } from 'uuid'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { accountIdsOf } from './accounts.ts'
import type { AccountKind } from './entity.ts'
import { keepGift } from './keep-gift.ts'

/**
 * Moves `amount` (tokens, or 1/10,000 of the currency) into an account, or out of it. Without an owner it is the platform's.
 */
export type Line = { kind: AccountKind; amount: bigint; ownerId?: string }

/** An event of money. `scope` and `key` name it; `request` is all that was asked. */
export type Posting = {
  scope: string
  key: string
  request: unknown
  kind: string
  lines: readonly Line[]
  refId?: string
  reversesId?: string
  /** When it happened elsewhere, such as at the gateway; now unless told. */
  eventAt?: Date
}

export type Posted = { transferId: string; isNew: boolean }

type Answer = { id: string; isNew: boolean; fits: boolean }

const FLOOR = 'money_account_floor_check'

/**
 * Writes one transfer with its entries, or finds the one that its key already names: told twice, it is one. The database
 * refuses, at the latest with the commit, what does not sum to 0 in each unit. Refuses as `conflict` a key that stands for
 * something else, and what an account does not have.
 */
export async function post(tx: Tx, { scope, key, request, kind, lines, ...event }: Posting): Promise<Posted> {
  const accountIds = await accountIdsOf(tx.em, lines)
  const values = [
    ...[v7(), scope, key, hashOf(request), kind],
    ...[event.refId ?? null, event.reversesId ?? null, tx.actor?.userId ?? null],
    ...[event.eventAt ?? tx.now, tx.now],
    ...[`{${accountIds.join()}}`, `{${lines.map(({ amount }) => amount).join()}}`],
  ]
  const [row] = await tx.em.execute<{ answer: Answer }[]>(POST, values).catch(asRefusal)
  if (!row) throw new Error('money_post answered nothing')
  const { id, isNew, fits } = row.answer
  if (!fits) throw new Refusal('conflict', 'This was used for something else.')
  if (isNew && event.reversesId === undefined) await keepGifts(tx, id, lines)
  return { transferId: id, isNew }
}

const POST = `select money_post(?::uuid, ?, ?, ?, ?, ?::uuid, ?::uuid, ?::uuid, ?::timestamptz, ?::timestamptz,
  ?::bigint[], ?::bigint[]) as answer`

/** Tokens that come back are those of an earlier gift; others begin one. */
async function keepGifts(tx: Tx, transferId: string, lines: readonly Line[]): Promise<void> {
  for (const { kind, amount, ownerId: userId } of lines) {
    if (kind !== 'fan_granted' || amount <= 0n || userId === undefined) continue
    await keepGift(tx, { id: transferId, userId, tokens: Number(amount) })
  }
}

/** The same for the same request, whatever the order of its fields. */
function hashOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, sorted)).digest('hex')
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The commands look at balances under a lock first: this is the last line of defence. */
function asRefusal(error: unknown): never {
  const isShort = error instanceof DriverException && error.message.includes(FLOOR)
  throw isShort ? new Refusal('conflict', 'There are not enough tokens. Nothing was charged.') : error
}
