import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { blocksBetween } from '../../../content/blocks.ts'
import { StreamSettings } from '../streams/entity.ts'
import { Show } from './entity.ts'

/** The prices of a creator who has not set any. */
const UNSET = { privateRate: 60, privateMinimum: 3, acceptsPrivate: false, awayDuringPrivate: true }

export const BUSY = 'This creator is in a private show now.'
export const NO_PRIVATE = 'This creator takes no private shows now.'

/** The terms of private shows of a creator as they are now. */
export async function termsOf(em: SqlEntityManager, performerId: string) {
  const settings = await em.findOne(StreamSettings, { performerId })
  const { privateRate: rate, privateMinimum: minimum, acceptsPrivate, awayDuringPrivate } = settings ?? UNSET
  return { rate, minimum, acceptsPrivate, awayDuringPrivate }
}

/** True while a creator is in a private show, or about to be. */
export async function isBusy(em: SqlEntityManager, performerId: string): Promise<boolean> {
  return (await em.count(Show, { performerId, kind: 'private', status: { $in: ['accepted', 'active'] } })) > 0
}

/** True where one of the two blocks the other. */
export async function areApart(em: SqlEntityManager, one: string, other: string): Promise<boolean> {
  const sql = `select 1 from (select ?::uuid as one, ?::uuid as other) pair where ${blocksBetween('pair.one', 'pair.other')}`
  return (await em.execute<object[]>(sql, [one, other])).length > 0
}

/** Refuses as `conflict` another price than the fan has seen. */
export function requireRate(rate: number, seen: number): void {
  if (rate === seen) return
  const text = 'The price has changed. Nothing was charged.'
  throw new Refusal('conflict', text, [{ path: 'rateSeen', message: String(rate) }])
}

/** Refuses as `invalid` a cap that does not pay for so many minutes. */
export function requireCap(cap: number, least: number): void {
  if (cap >= least) return
  const message = `Choose at least ${least} tokens.`
  throw new Refusal('invalid', message, [{ path: 'cap', message }])
}
