import type { Lineage, RunStart } from '@vesper/sync/engine/core/lineage.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import type { Reading } from '../synced-collection.ts'

/**
 * A space that the viewer may see. `rows`: about how many rows its window has; `undelivered`: it is a conversation with
 * messages that no device of the viewer is known to have.
 */
export type VisibleSpace = Lineage & { space: string; rows: number; undelivered: boolean }

/** A parameter of declared SQL: a number, or the id of the viewer. */
type Parameter = number | 'viewer'

/** SQL that counts rows in the viewer's own space. */
export type OwnRows = { sql: string; params: readonly Parameter[] }

/** One kind of space beside the viewer's own, as the visible ones of a viewer are found. */
export type SpaceKind = {
  /** The ids of the spaces of this kind among these. */
  idsOf: (spaces: readonly string[]) => string[]
  /** A select of space, rows (estimated), undelivered and the time of the last move. */
  sql: string
  params: readonly Parameter[]
  /** Follows `sql` where only some spaces are asked for; its one parameter is their ids, as `uuid[]`. */
  among: string
}

/** The one statement that finds the spaces of a viewer, made of what the domains declare. */
export type VisibleSpacesQuery = { all: string; among: string; own: readonly Parameter[]; kinds: readonly SpaceKind[] }

/** Builds the statement once; PostgreSQL keeps its plan by its text. */
export function visibleSpacesQuery(ownRows: readonly OwnRows[], kinds: readonly SpaceKind[]): VisibleSpacesQuery {
  const counts = ownRows.map(({ sql }) => ` + (${sql})`).join('')
  const own = `select ?::text as space, 1${counts} as rows, false as undelivered, null::timestamptz as moved`
  const statement = (selects: readonly string[]) => `${KEPT} select v.space, coalesce(s.version, 0) as version,
       coalesce(s.floor, 0) as floor, v.rows, v.undelivered, case when s.run > ? then s.past else '[]' end as past
     from (${[own, ...selects].join(' union all ')}) as v
     left join space s on s.id = v.space
     order by v.moved desc nulls first, v.space`
  return {
    all: statement(kinds.map(({ sql }) => sql)),
    among: statement(kinds.map(({ sql, among }) => `${sql} ${among}`)),
    own: ownRows.flatMap(({ params }) => params),
    kinds,
  }
}

type Row = { space: string; version: string; floor: string; past: RunStart[]; rows: number; undelivered: boolean }

/**
 * The spaces of a viewer in the order in which a device wants them: the own one first, then the others by when they moved
 * or came, the latest first. With `only`, those among them: thousands are not read for one. The `past` of a space tells
 * its runs after `run`; it is empty where nothing was raised since.
 */
export async function visibleSpaces(
  { app, em, viewerId }: Pick<Reading, 'app' | 'em' | 'viewerId'>,
  { run, only }: { run: number; only?: readonly string[] },
): Promise<VisibleSpace[]> {
  const { all, among, own, kinds } = app.domains.visibleSpaces
  const fill = (params: readonly Parameter[]) => params.map((param) => (param === 'viewer' ? viewerId : param))
  const rows = await em.execute<Row[]>(only ? among : all, [
    ...[run, spaceOfUser(viewerId), ...fill(own)],
    ...kinds.flatMap(({ params, idsOf }) => [...fill(params), ...(only ? [arrayOf(idsOf(only))] : [])]),
  ])
  const spaces = rows.map((row) => ({ ...row, version: Number(row.version), floor: Number(row.floor) }))
  return only ? spaces.filter(({ space }) => only.includes(space)) : spaces
}

function arrayOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
