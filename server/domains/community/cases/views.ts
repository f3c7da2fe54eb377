import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CaseRow, DeskPerson } from '@vesper/sync/vesper/api/cases.ts'
import { User } from '../../people/accounts/entity.ts'
import type { Case } from './entity.ts'

/** Cases as the list of the desk has them, for the account that reads it. */
export async function caseRows(
  em: SqlEntityManager,
  cases: readonly Case[],
  { userId, now }: { userId: string; now: Date },
): Promise<CaseRow[]> {
  const people = await peopleOf(
    em,
    cases.flatMap(({ targetUserId, claimedBy }) => [targetUserId, claimedBy ?? []].flat()),
  )
  const reported = await reportsOf(em, cases)
  return cases.map((one) => {
    const { id, claimedBy, claimUntil, dueAt, createdAt, ...row } = one
    const { count = 0, categories = [] } = reported.get(id) ?? {}
    const isClaimed = claimedBy != null && claimUntil != null && claimUntil > now
    return {
      ...{ _id: id, objectType: row.objectType, objectId: row.objectId, preview: row.preview, sources: row.sources },
      ...{ target: personOf(people, row.targetUserId), categories, reports: count, priority: row.priority },
      ...{ dueAt: dueAt.toISOString(), state: row.state, createdAt: createdAt.toISOString() },
      claim: isClaimed
        ? { by: nameOf(people, claimedBy), isOwn: claimedBy === userId, until: claimUntil.toISOString() }
        : null,
    }
  })
}

type People = ReadonlyMap<string, DeskPerson>

/** These accounts as the desk names them, by id. */
export async function peopleOf(em: SqlEntityManager, ids: readonly string[]): Promise<People> {
  const users = await em.find(
    User,
    { id: { $in: [...new Set(ids)] } },
    { fields: ['username', 'name'], disableIdentityMap: true },
  )
  return new Map(users.map(({ id, username, name }) => [id, { _id: id, username: username ?? null, name }]))
}

/** An account that is gone has its id alone. */
export function personOf(people: People, id: string): DeskPerson {
  return people.get(id) ?? { _id: id, username: null, name: '' }
}

/** The name of whoever acted; null stands for the command line. */
export function nameOf(people: People, id: string | null | undefined): string {
  if (id == null) return 'Operator'
  const { username, name } = personOf(people, id)
  return username ?? name
}

type Reported = { count: number; categories: CaseRow['categories'] }

async function reportsOf(em: SqlEntityManager, cases: readonly Case[]): Promise<Map<string, Reported>> {
  if (cases.length === 0) return new Map()
  const rows = await em.execute<(Reported & { id: string })[]>(
    `select case_id as id, count(*)::int as count, array_agg(distinct category order by category) as categories
     from report where case_id = any(?::uuid[]) group by case_id`,
    [`{${cases.map(({ id }) => id).join()}}`],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
