import pg from 'pg'
import { vi } from 'vitest'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
type Statement = { text: string; values: unknown[] }

/**
 * The tables that the statements of `work` read from beginning to end, by PostgreSQL's own plans for these very values.
 * Only what is sent from this process counts.
 */
export async function tablesScanned(url: string, work: () => Promise<unknown>): Promise<Set<string>> {
  const statements = await statementsOf(work)
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

async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const sent: unknown[][] = query.mock.calls
    return sent.map(statementOf).filter(({ text }) => /^\W*(?:kept\W+)?(?:select|with)\b/.test(text))
  } finally {
    query.mockRestore()
  }
}

/** A call of the driver: a text and its values, or one object with both. */
function statementOf([given, others]: unknown[]): Statement {
  const named = typeof given === 'object' && given !== null ? given : { text: given, values: others }
  const text = 'text' in named && typeof named.text === 'string' ? named.text : ''
  const values = 'values' in named && Array.isArray(named.values) ? [...(named.values as unknown[])] : []
  return { text, values }
}

function collectScans(plan: Plan, into: Set<string>): void {
  if (plan['Node Type'] === 'Seq Scan' && plan['Relation Name']) into.add(plan['Relation Name'])
  for (const child of plan.Plans ?? []) collectScans(child, into)
}
