import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CaseList, CaseQuery } from '@vesper/sync/vesper/api/cases.ts'
import type * as v from 'valibot'
import { sqlPage } from '../../../infra/http/list.ts'
import { Case } from './entity.ts'
import { caseRows } from './views.ts'

const STATES: Readonly<Record<v.InferOutput<typeof CaseQuery>['state'], string>> = {
  ...{ open: `c.state <> 'closed'`, appealed: `c.state = 'appealed'`, closed: `c.state = 'closed'` },
}

/** One page of the cases: open ones with the most urgent first, closed ones with the latest first. */
export async function casePage(
  em: SqlEntityManager,
  { state, kind, priority, author, q, ...page }: v.InferOutput<typeof CaseQuery>,
  reader: { userId: string; now: Date },
): Promise<v.InferOutput<typeof CaseList>> {
  const conditions: [sql: string, ...params: unknown[]][] = [
    [STATES[state]],
    ...(kind ? [['c.object_type = ?', kind] as [string, string]] : []),
    ...(author ? [['c.target_user_id = ?', author] as [string, string]] : []),
    ...(priority ? [['c.priority = ?', Number(priority)] as [string, number]] : []),
    ...(q === ''
      ? []
      : [
          ['(right(c.id::text, 8) = lower(?) or c.object_id::text = ? or u.username = lower(?))', q, q, q] as [
            string,
            string,
            string,
            string,
          ],
        ]),
  ]
  const { rows, total } = await sqlPage<{ id: string }, 'dueAt'>(
    em,
    {
      select: 'c.id',
      from: 'moderation_case c join "user" u on u.id = c.target_user_id',
      where: conditions.map(([sql]) => sql).join(' and '),
      params: conditions.flatMap(([, ...params]) => params),
      sortable: { dueAt: state === 'closed' ? 'c.closed_at' : 'c.priority, c.due_at' },
      tieBreak: 'c.id',
    },
    { ...page, sort: state === 'closed' ? 'desc' : 'asc' },
  )
  const found = await em.find(Case, { id: { $in: rows.map(({ id }) => id) } })
  const byId = new Map(found.map((one) => [one.id, one]))
  return {
    data: await caseRows(
      em,
      rows.flatMap(({ id }) => byId.get(id) ?? []),
      reader,
    ),
    total,
  }
}
