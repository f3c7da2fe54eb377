import pg from 'pg'
import { vi } from 'vitest'

type Plan = {
  'Node Type': string
  'Plan Rows': number
  'Parent Relationship'?: string
  'Relation Name'?: string
  Plans?: Plan[]
}
type Statement = { text: string; values: unknown[] }

/**
 * The tables that the statements of `work` read from beginning to end, by PostgreSQL's own plans for these very values.
 * Only what is sent from this process counts. A scan that a `limit` ends early is none. Throws when `work` reads nothing: an empty set would then prove nothing.
 */
export async function tablesScanned(url: string, work: () => Promise<unknown>): Promise<Set<string>> {
  const statements = await statementsOf(work)
  if (statements.length === 0) throw new Error('No statement that reads was captured.')
  const client = new pg.Client(url)
  await client.connect()
  try {
    const scanned = new Set<string>()
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values)
      for (const row of rows) collectScans(row['QUERY PLAN'][0].Plan, scanned)
    }
    return scanned
  } finally {
    await client.end()
  }
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
