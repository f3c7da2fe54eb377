import type { SqlEntityManager } from '@mikro-orm/postgresql'
import * as v from 'valibot'
import { StartupError } from '../../../startup-error.ts'
import { defaultSettings, SettingValues } from './defaults.ts'
import { Setting } from './entity.ts'

/** Settings that the books are kept in. */
const SETTLED = ['currency', 'tokenValue'] as const

type Settled = Pick<SettingValues, (typeof SETTLED)[number]>
type Problem = { path: string; message: string }

/**
 * Changes of the currency and the value of a token that come too late: money has moved, or is being paid at this moment. No
 * transfer is made until the caller's transaction ends.
 */
export async function lateChanges(
  em: SqlEntityManager,
  changes: Readonly<Record<string, unknown>>,
): Promise<Problem[]> {
  if (!SETTLED.some((key) => key in changes)) return []
  await em.execute('lock table money_transfer in share mode')
  const [row] = await em.execute<{ isBegun: boolean }[]>(
    `select exists (select 1 from money_transfer)
       or exists (select 1 from payment_order where status in ('created', 'open')) as "isBegun"`,
  )
  if (!row?.isBegun) return []
  const now = { ...defaultSettings, ...(await storedOf(em)) }
  return SETTLED.filter((key) => key in changes && changes[key] !== now[key]).map((path) => ({
    path,
    message: `Money has moved already: it cannot be changed any more and stays ${now[path]}.`,
  }))
}

/** Throws `StartupError` where the stored currency or value of a token is none, or not that of the books. */
export async function requireSettledMoney(em: SqlEntityManager): Promise<void> {
  const stored = await storedOf(em)
  const [paid] = await em.execute<{ currency: string }[]>(
    'select currency from payment_order where paid_at is not null order by paid_at desc limit 1',
  )
  const [spent] = await em.execute<{ cents: number }[]>(
    'select token_cents as cents from charge where order_id is null order by created_at desc limit 1',
  )
  const books = { currency: paid?.currency, tokenValue: spent && spent.cents / 100 }
  for (const key of SETTLED) {
    const value = stored[key] ?? defaultSettings[key]
    const parsed = v.safeParse(SettingValues.entries[key], value)
    const command = `npm run setting -w server -- ${key}=`
    if (!parsed.success)
      throw new StartupError(`The setting ${key} is ${value}. ${parsed.issues[0].message} Change it: ${command}`)
    if (books[key] !== undefined && books[key] !== value) {
      throw new StartupError(
        `The setting ${key} is ${value}, but money has moved with ${books[key]}. Change it back: ${command}${books[key]}`,
      )
    }
  }
}

async function storedOf(em: SqlEntityManager): Promise<Partial<Settled>> {
  const rows = await em.find(Setting, { key: { $in: [...SETTLED] } }, { disableIdentityMap: true })
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
