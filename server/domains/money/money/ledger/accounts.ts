import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { accountKinds, FLOORED, PLATFORM } from './entity.ts'
import type { AccountKind } from './entity.ts'

/** The account of one owner, or of the platform. */
export type AccountName = { kind: AccountKind; ownerId?: string }

type Found = { id: string; kind: AccountKind; ownerId: string }

/** The ids of these accounts, in their order; those that do not exist yet are made. */
export async function accountIdsOf(em: SqlEntityManager, names: readonly AccountName[]): Promise<string[]> {
  const wanted = new Map(names.map((name) => [keyOf(name), name]))
  const ids = await find(em, [...wanted.values()])
  const missing = [...wanted].filter(([key]) => !ids.has(key)).map(([, name]) => name)
  if (missing.length > 0) {
    await em.execute(MAKE, arraysOf(missing))
    for (const [key, id] of await find(em, missing)) ids.set(key, id)
  }
  return names.map((name) => ids.get(keyOf(name)) ?? unknownAccount(name))
}

/** The balances of one owner's accounts, in the order of the kinds. Their rows stay locked until the transaction ends. */
export async function lockBalances(
  em: SqlEntityManager,
  ownerId: string,
  kinds: readonly AccountKind[],
): Promise<{ balance: bigint; held: bigint; version: bigint }[]> {
  const ids = await accountIdsOf(
    em,
    kinds.map((kind) => ({ kind, ownerId })),
  )
  const rows = await em.execute<{ id: string; balance: string; held: string; version: string }[]>(
    'select id, balance, held, version from money_account where id = any(?::bigint[]) order by id for update',
    [`{${ids.join()}}`],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    return { balance: BigInt(row?.balance ?? 0), held: BigInt(row?.held ?? 0), version: BigInt(row?.version ?? 0) }
  })
}

async function find(em: SqlEntityManager, names: readonly AccountName[]): Promise<Map<string, string>> {
  const [kinds, , owners] = arraysOf(names)
  const rows = await em.execute<Found[]>(FIND, [kinds, owners])
  return new Map(rows.map(({ id, kind, ownerId }) => [keyOf({ kind, ownerId }), id]))
}

const FIND = `select a.id, a.kind, a.owner_id as "ownerId"
  from unnest(?::text[], ?::uuid[]) as wanted(kind, owner_id)
  join money_account a on a.kind = wanted.kind and a.owner_id = wanted.owner_id`

// Sorted, so that two transactions that make the same accounts do not wait for each other crosswise.
const MAKE = `insert into money_account (kind, unit, owner_id, tracked, floor)
  select kind, unit, owner_id, tracked, floor
  from unnest(?::text[], ?::text[], ?::uuid[], ?::boolean[], ?::bigint[]) as wanted(kind, unit, owner_id, tracked, floor)
  order by kind, owner_id
  on conflict do nothing`

function arraysOf(names: readonly AccountName[]): string[] {
  const rows = names.map(({ kind, ownerId = PLATFORM }) => {
    const { unit, tracked } = accountKinds[kind]
    const hasFloor = (FLOORED as readonly AccountKind[]).includes(kind)
    return [kind, unit, ownerId, String(tracked), hasFloor ? '0' : 'null']
  })
  return [0, 1, 2, 3, 4].map((column) => `{${rows.map((row) => row[column]).join()}}`)
}

function keyOf({ kind, ownerId = PLATFORM }: AccountName): string {
  return `${kind} ${ownerId}`
}

function unknownAccount({ kind }: AccountName): never {
  throw new Error(`the account ${kind} was not made`)
}
