/** A table that a piece of SQL names, and whether it changes rows there. */
export type SqlTable = { table: string; isWritten: boolean }

/** Stands in a text for a value that only the running program knows. */
export const HOLE = '\0'

const INTRODUCES = new Set(['from', 'join', 'into', 'update', 'using', 'truncate', 'references'])
/** Keywords that may follow a table where an alias could. */
const AFTER_TABLE = new Set(
  'where join left right inner full cross on using group order limit for union window having set as'.split(' '),
)
/** Names that PostgreSQL reads as a table only between quotes. */
const RESERVED = new Set(['user', 'order'])

/**
 * The known tables that a text names where SQL expects one. A text may be a whole statement or a part of one. Names of
 * `with` queries hide tables. A text that holds no SQL gives nothing, unless a known name follows a keyword by chance.
 */
export function tablesInSql(text: string, known: ReadonlySet<string>): SqlTable[] {
  const tokens = text.match(/'(?:[^']|'')*'|"[^"]+"|\w+|\0|\S/g) ?? []
  const hidden = withQueries(tokens)
  const nameAt = (index: number): string | null => {
    const token = tokens[index] ?? ''
    const name = token.replaceAll('"', '')
    return known.has(name) && !hidden.has(token) && !RESERVED.has(token) ? name : null
  }
  const atStart = /^\s*("?\w+"?)\s+(?:as\s+)?(?:\w+\s+)?(?:(?:left|inner|cross|full)\s+)?(?:join|where)\b/.test(text)
    ? [{ keyword: 'from', index: 0 }]
    : []
  return [...atStart, ...tokens.flatMap((_, index) => placesOf(tokens, index))].flatMap(({ keyword, index }) => {
    const table = nameAt(index)
    const isCall = tokens[index + 1] === '(' && keyword !== 'into'
    return table === null || isCall ? [] : [{ table, isWritten: isWrite(keyword) }]
  })
}

type Place = { keyword: string; index: number }

/** The places behind one keyword where tables may stand: a `from` has a list. */
function placesOf(tokens: readonly string[], at: number): Place[] {
  const keyword = tokens[at]?.toLowerCase() ?? ''
  const before = tokens[at - 1]?.toLowerCase()
  if (!INTRODUCES.has(keyword) || (keyword === 'from' && before === 'distinct')) return []
  let index = at + 1
  while (/^(only|lateral|table)$/i.test(tokens[index] ?? '')) index += 1
  const places = [{ keyword: before === 'delete' ? 'delete' : keyword, index }]
  for (let next = afterAlias(tokens, index); tokens[next] === ','; next = afterAlias(tokens, index)) {
    if (keyword !== 'from' && keyword !== 'using') break
    index = next + 1
    places.push({ keyword, index })
  }
  return places
}

function afterAlias(tokens: readonly string[], table: number): number {
  let next = table + 1
  if (tokens[next]?.toLowerCase() === 'as') next += 1
  const alias = tokens[next] ?? ''
  return /^\w+$/.test(alias) && !AFTER_TABLE.has(alias.toLowerCase()) ? next + 1 : next
}

function withQueries(tokens: readonly string[]): Set<string> {
  const names = tokens.filter((_, index) => {
    const [as, next] = [tokens[index + 1]?.toLowerCase(), tokens[index + 2]?.toLowerCase() ?? '']
    return as === 'as' && ['(', 'materialized', 'not'].includes(next)
  })
  return new Set(names)
}

function isWrite(keyword: string): boolean {
  return ['into', 'update', 'delete', 'truncate'].includes(keyword)
}
