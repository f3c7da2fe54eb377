import { parseAst } from 'vitest/node'
import { HOLE, tablesInSql } from './sql-tables.ts'

/** A source of the server; `path` is relative to the repository's root, with slashes. */
export type Source = { path: string; text: string }

/** A table of another room that SQL names, and the place. */
export type ForeignTable = {
  room: string
  owner: string
  table: string
  isWritten: boolean
  path: string
  line: number
}

type Declared = { reads: readonly string[]; writes: readonly string[] }

/**
 * Compares the SQL of all rooms with their manifests, a sentence for each difference. A table belongs to the room whose
 * entity names it by `tableName`. A room may read tables of others that its manifest lists as `reads`; it may write those
 * that `writes` gives a reason for.
 */
export function undeclaredTables(sources: readonly Source[]): string[] {
  const foreign = foreignTables(sources)
  const manifests = Map.groupBy(sources.filter(isManifest), ({ path }) => roomOf(path) ?? '')
  const rooms = new Set([...manifests.keys(), ...foreign.map(({ room }) => room)])
  return [...rooms].flatMap((room) => {
    const declared = (manifests.get(room) ?? []).map(declaredIn)
    return differences(
      room,
      foreign.filter((one) => one.room === room),
      { reads: declared.flatMap(({ reads }) => reads), writes: declared.flatMap(({ writes }) => writes) },
    )
  })
}

/** Each place where the SQL of a room names a table of another room. */
export function foreignTables(sources: readonly Source[]): ForeignTable[] {
  const read = sources.flatMap((source) => {
    const room = roomOf(source.path)
    return room === null ? [] : [{ room, path: source.path, ...stringsOf(source) }]
  })
  const owners = new Map(read.flatMap(({ room, tables }) => tables.map((table) => [table, room])))
  const known = new Set(owners.keys())
  return read.flatMap(({ room, path, strings }) => {
    const places = strings.flatMap(({ text, line }) =>
      tablesInSql(text, known).map((one) => ({ room, owner: owners.get(one.table) ?? '', ...one, path, line })),
    )
    const byPlace = new Map(places.map((one) => [`${one.line} ${one.table} ${one.isWritten}`, one]))
    return [...byPlace.values()].filter(({ owner }) => owner !== room)
  })
}

/** The room that a source belongs to; null for tests, migrations, the demo data and other things outside of rooms. */
export function roomOf(path: string): string | null {
  if (/\.(test|bench)\.ts$|\/(testing|migrations)\//.test(path)) return null
  const [workspace, layer, ...rest] = path.split('/')
  if (workspace !== 'server') return null
  if (layer === 'content') return 'content'
  if (layer === 'infra') return rest.length > 1 ? `infra/${rest[0]}` : 'infra'
  if (layer === 'domains') return rest.slice(0, 2).join('/')
  return rest.length === 0 ? 'server' : null
}

function differences(room: string, foreign: readonly ForeignTable[], { reads, writes }: Declared): string[] {
  const used = (isWritten: boolean) =>
    new Set(foreign.filter((one) => one.isWritten === isWritten).map((one) => one.table))
  const [isRead, isWritten] = [used(false), used(true)]
  const undeclared = foreign
    .filter(({ table, isWritten }) => !(isWritten ? writes : reads).includes(table))
    .map(({ path, line, table, owner, isWritten }) =>
      isWritten
        ? `${path}:${line} writes the table ${table} of ${owner}: call a command of ${owner}.`
        : `${path}:${line} reads the table ${table} of ${owner}, which the manifest of ${room} does not declare.`,
    )
  const unused = [...reads.filter((table) => !isRead.has(table)), ...writes.filter((table) => !isWritten.has(table))]
  return [
    ...undeclared,
    ...unused.map((table) => `The manifest of ${room} declares the table ${table}, which no SQL of it uses.`),
  ]
}

function isManifest({ path }: Source): boolean {
  return path.endsWith('/domain.ts') && roomOf(path) !== null
}

type Node = { type: string; start: number; [key: string]: unknown }
type Strings = { strings: { text: string; line: number }[]; tables: string[] }

function stringsOf({ text }: Source): Strings {
  const found: Strings = { strings: [], tables: [] }
  const lineAt = (index: number) => text.slice(0, index).split('\n').length
  visit(parseAst(text, { lang: 'ts' }), (node) => {
    const { name, value } = named(node)
    if (name === 'tableName') found.tables.push(...literalsOf(value))
    else if (/^(table|from)$/i.test(name)) {
      // A statement takes its tables from here.
      found.strings.push(...literalsOf(value).map((table) => ({ text: `from ${table}`, line: lineAt(node.start) })))
    }
    if (node.type === 'Literal' && typeof node.value === 'string') {
      found.strings.push({ text: node.value, line: lineAt(node.start) })
    } else if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      found.strings.push({ text: parts.join(` ${HOLE} `), line: lineAt(node.start) })
    }
  })
  return found
}

function declaredIn({ text }: Source): Declared {
  const declared = { reads: [] as string[], writes: [] as string[] }
  visit(parseAst(text, { lang: 'ts' }), (node) => {
    if (node.type !== 'Property') return
    const name = nameOf(node.key)
    if (name === 'reads') declared.reads.push(...literalsOf(node.value))
    if (name === 'writes') {
      const { properties = [] } = node.value as { properties?: Node[] }
      declared.writes.push(...properties.map(({ key }) => nameOf(key)))
    }
  })
  return declared
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (node !== null && typeof node === 'object') {
    if ('type' in node) see(node as Node)
    for (const value of Object.values(node)) visit(value, see)
  }
}

/** A literal string, or those of a list. */
function literalsOf(node: unknown): string[] {
  const { type, value, elements = [] } = (node ?? {}) as { type?: string; value?: unknown; elements?: unknown[] }
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  return type === 'ArrayExpression' ? elements.flatMap(literalsOf) : []
}

/** A property or a constant with a value. */
function named(node: Node): { name: string; value?: unknown } {
  if (node.type === 'Property') return { name: nameOf(node.key), value: node.value }
  if (node.type === 'VariableDeclarator' && node.init !== null) return { name: nameOf(node.id), value: node.init }
  return { name: '' }
}

function nameOf(key: unknown): string {
  const { name, value } = key as { name?: string; value?: unknown }
  return name ?? String(value)
}
