import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { TransparencyReport } from '@vesper/sync/vesper/api/transparency.ts'
import { transparencyCategories } from './transparency-categories.ts'

type Row = TransparencyReport['rows'][number]
type Period = { from: string; to: string }
type Counted = { indicator: string; category: string | null; value: number; median: number | null }

const TOTAL = 'TOTAL'
/** SQL: a column for each category, and one for all together. */
const BY_CATEGORY = 'grouping sets ((m.category, x.indicator), (x.indicator))'

/**
 * Counts what a report on moderation has to tell about the days from `from` (included) to `to` (not included), in UTC: notices,
 * measures and complaints, by category and in total. Times are medians: of notices in hours until their decision, of
 * complaints in days until their answer.
 */
export async function transparencyRows(em: SqlEntityManager, { from, to }: Period): Promise<Row[]> {
  const bounds = [`${from}T00:00:00Z`, `${to}T00:00:00Z`]
  const parts = [
    {
      part: 'notices',
      sql: NOTICES,
      categories: transparencyCategories.ofReport,
      median: 'median hours to a decision',
    },
    { part: 'measures', sql: MEASURES, categories: transparencyCategories.ofClause, median: '' },
    {
      part: 'complaints',
      sql: COMPLAINTS,
      categories: transparencyCategories.ofClause,
      median: 'median days to an answer',
    },
  ] as const
  const rows: Row[] = []
  for (const { part, sql, categories, median } of parts) {
    const counted = await em.execute<Counted[]>(sql, [...bounds, JSON.stringify(categories)])
    for (const one of counted) {
      const category = one.category ?? TOTAL
      rows.push({ part, indicator: one.indicator, category, value: one.value })
      if (one.median !== null)
        rows.push({ part, indicator: `${median}: ${one.indicator}`, category, value: Math.round(one.median * 10) / 10 })
    }
  }
  return rows
}

const NOTICES = `
  with n as (
    select r.category as word, r.reporter_id is null as "byVisitor", d.kind,
      extract(epoch from d.created_at - r.created_at) / 3600 as hours
    from report r
    left join lateral (
      select d.kind, d.created_at from moderation_decision d
      where d.case_id = r.case_id and d.created_at >= r.created_at and d.kind <> 'restore'
      order by d.created_at limit 1
    ) d on true
    where r.created_at >= ?::timestamptz and r.created_at < ?::timestamptz
  )
  select x.indicator, m.category, count(*)::int as value,
    percentile_cont(0.5) within group (order by n.hours) filter (where x.indicator = 'received') as median
  from n join jsonb_each_text(?::jsonb) m(word, category) on m.word = n.word
  cross join lateral (values ('received', true), ('received from people without an account', n."byVisitor"),
    ('led to a measure or a warning', coalesce(n.kind in ('hide', 'restrict', 'suspend', 'warn'), false))) x(indicator, counts)
  where x.counts group by ${BY_CATEGORY} order by 1, 2 nulls first`

/** A warning and a case without a breach are no measures. */
const MEASURES = `
  with n as (
    select d.clause as word, d.kind, d.ground, d.automated, 'report' = any(c.sources) as "isNoticed"
    from moderation_decision d join moderation_case c on c.id = d.case_id
    where d.created_at >= ?::timestamptz and d.created_at < ?::timestamptz and d.kind in ('hide', 'restrict', 'suspend')
  )
  select x.indicator, m.category, count(*)::int as value, null::float8 as median
  from n join jsonb_each_text(?::jsonb) m(word, category) on m.word = n.word
  cross join lateral (values ('DECISION_VISIBILITY_CONTENT_DISABLED', n.kind = 'hide'),
    ('DECISION_PROVISION_PARTIAL_SUSPENSION', n.kind = 'restrict'), ('DECISION_ACCOUNT_SUSPENDED', n.kind = 'suspend'),
    ('DECISION_GROUND_ILLEGAL_CONTENT', n.ground = 'illegal'), ('DECISION_GROUND_INCOMPATIBLE_CONTENT', n.ground = 'terms'),
    ('after a notice', n."isNoticed"), ('at the own initiative', not n."isNoticed"),
    ('found or decided by automated means', n.automated <> 'none')) x(indicator, counts)
  where x.counts group by ${BY_CATEGORY} order by 1, 2 nulls first`

const COMPLAINTS = `
  with n as (
    select d.clause as word, a.state, extract(epoch from a.decided_at - a.created_at) / 86400 as days
    from case_appeal a join moderation_decision d on d.id = a.decision_id
    where a.created_at >= ?::timestamptz and a.created_at < ?::timestamptz
  )
  select x.indicator, m.category, count(*)::int as value,
    percentile_cont(0.5) within group (order by n.days) filter (where x.indicator = 'received') as median
  from n join jsonb_each_text(?::jsonb) m(word, category) on m.word = n.word
  cross join lateral (values ('received', true), (n.state, true)) x(indicator, counts)
  where x.counts group by ${BY_CATEGORY} order by 1, 2 nulls first`
