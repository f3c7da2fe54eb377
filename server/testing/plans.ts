import pg from 'pg'
import { vi } from 'vitest'

type Plan = {
  'Node Type': string
  'Plan Rows': number
  /** The mean of all loops. */
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Index Name'?: string
  'Parent Relationship'?: string
  'Relation Name'?: string
  Plans?: Plan[]
}
type Statement = { text: string; values: unknown[] }

/**
 * The tables that the statements of `work` read from beginning to end, by PostgreSQL's own plans for these very values.
 * Only what is sent from this process counts. A scan that a `limit` ends early is none. Throws when `work` reads nothing: an
 * empty set would then prove nothing.
 */
export async function tablesScanned(url: string, work: () => Promise<unknown>): Promise<Set<string>> {
  const statements = await readingOf(work)
  const client = new pg.Client(url)
  await client.connect()
  try {
    const scanned = new Set<string>()
    for (const statement of statements) {
      for (const plan of await explain(client, 'format json', statement)) collectScans(plan, scanned)
    }
    return scanned
  } finally {
    await client.end()
  }
}

/** The most rows that a part of a statement may read or sort for a page of a list, whose total counts to 1,000. */
export type RowBounds = { read: number; sorted: number }

/** Explains the statements of calls over one connection, each once. */
export type CostReader = {
  /**
   * The parts of the statements of `work` that read or sort more rows than a page may cost, each in words with the statement.
   * The statements are run again, so that the rows are counted and not guessed. Throws when `work` reads nothing.
   */
  costlyParts: (bounds: RowBounds, work: () => Promise<unknown>) => Promise<string[]>
  close: () => Promise<void>
}

export async function openCostReader(url: string): Promise<CostReader> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(AS_IF_LARGE)
  const known = new Set<string>()
  return {
    async costlyParts(bounds, work) {
      const found: string[] = []
      for (const statement of await readingOf(work)) {
        const key = JSON.stringify([statement.text, statement.values])
        if (known.has(key)) continue
        known.add(key)
        const plans = await explain(client, 'analyze, timing off, format json', statement)
        const costs = plans.flatMap(partsOf).flatMap((part) => costOf(part, bounds) ?? [])
        found.push(...costs.map((cost) => `${cost}: ${statement.text.replaceAll(/\s+/g, ' ')}`))
      }
      return found
    },
    close: () => client.end(),
  }
}

/** A table of thousands is read whole or sorted where that is cheaper. One of millions is not, where an index fits. */
const AS_IF_LARGE = ['seqscan', 'sort', 'hashjoin', 'mergejoin', 'hashagg']
  .map((way) => `set enable_${way} = off`)
  .join(';')

/** Tells what a part of a plan costs beyond the bounds; null within them. */
function costOf(part: Plan, bounds: RowBounds): string | null {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = part
  const isRead = type.endsWith('Scan') && table !== undefined
  if (isRead && rowsRead(part) > bounds.read) {
    return `${type} of ${[table, index].filter(Boolean).join(' by ')} reads ${rowsRead(part)} rows`
  }
  if (type !== 'Sort' && type !== 'WindowAgg') return null
  const sorted = (part.Plans ?? []).reduce((sum, each) => sum + each['Actual Rows'] * each['Actual Loops'], 0)
  return sorted > bounds.sorted ? `${type} takes ${sorted} rows` : null
}

function rowsRead(part: Plan): number {
  const removed = (part['Rows Removed by Filter'] ?? 0) + (part['Rows Removed by Index Recheck'] ?? 0)
  return Math.round((part['Actual Rows'] + removed) * part['Actual Loops'])
}

function partsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
}

async function explain(client: pg.Client, how: string, { text, values }: Statement): Promise<Plan[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (${how}) ${text}`, values)
  return rows.map((row) => row['QUERY PLAN'][0].Plan)
}

/** The statements of `work` that read. Throws when there is none. */
async function readingOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements = await statementsOf(work)
  if (statements.length === 0) throw new Error('No statement that reads was captured.')
  return statements
}

/** The statements of `work` that read. Every query passes here, also on a connection opened before, whose own `query` no spy on the prototype sees. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const submit = vi.spyOn(pg.Query.prototype, 'submit')
  try {
    await work()
    return submit.mock.contexts.map(statementOf).filter(({ text }) => /^\W*(?:kept\W+)?(?:select|with)\b/.test(text))
  } finally {
    submit.mockRestore()
  }
}

function statementOf(query: unknown): Statement {
  if (typeof query !== 'object' || query === null) return { text: '', values: [] }
  const text = 'text' in query && typeof query.text === 'string' ? query.text : ''
  const values = 'values' in query && Array.isArray(query.values) ? [...(query.values as unknown[])] : []
  return { text, values }
}

/** Joins that read their outer side only as far as somebody asks for rows. */
const STREAMS = new Set(['Nested Loop', 'Hash Join'])

function collectScans(plan: Plan, into: Set<string>, endsEarly = false): void {
  const { 'Node Type': type, 'Relation Name': relation, 'Plan Rows': rows, Plans: parts = [] } = plan
  if (type === 'Seq Scan' && relation && !endsEarly) into.add(relation)
  for (const part of parts) {
    const isLimited = type === 'Limit' && rows < part['Plan Rows']
    const isStreamed = endsEarly && STREAMS.has(type) && part['Parent Relationship'] === 'Outer'
    collectScans(part, into, isLimited || isStreamed)
  }
}
