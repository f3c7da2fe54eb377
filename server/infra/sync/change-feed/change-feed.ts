import assert from 'node:assert/strict'
import type { EntityManager, EventSubscriber, FlushEventArgs } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import type { RaisedSpace } from '../../live/channels.ts'
import { Changes } from './changes.ts'
import type { Recorder } from './changes.ts'
import { raiseSpacesRoutine } from './raise-spaces.ts'

/*
 * The rows of the spaces that a transaction changes, seen at the ORM's flush:
 *
 *   flush ──→ changeFeed.onFlush ──→ Changes (of this transaction) ──→ raiseSpaces, once, right before the commit
 *
 * - A change set of a synchronised entity always lands in `Changes`, whichever command made it.
 * - Space rows are locked last and in sorted order, so that a transaction that holds one waits for nothing but another.
 * - SQL that goes past the unit of work is not seen here; commands write synchronised entities through the ORM only.
 */

/** By the class of the entity; null for one that no device holds. */
export type Recorders = ReadonlyMap<string, Recorder<object> | null>

/** The SQL of the rows that show an entity, by the class of that entity. */
export type DerivedSql = ReadonlyMap<string, readonly string[]>

const tracked = new WeakMap<EntityManager, Changes>()

/** Starts to record the flushes of `em`; `em` is the transaction's own. */
export function trackChanges(em: EntityManager): Changes {
  const changes = new Changes()
  tracked.set(em, changes)
  return changes
}

/**
 * The ORM's subscriber that fills `Changes`. It throws for a flush of a synchronised entity outside of `transact`, and for
 * an entity that no domain declares.
 */
export function createChangeFeed(recorders: Recorders): EventSubscriber {
  return {
    onFlush({ em, uow }: FlushEventArgs) {
      for (const set of uow.getChangeSets()) {
        const record = recorders.get(set.meta.className)
        assert(record !== undefined, `no domain declares ${set.meta.className}`)
        if (!record) continue
        const changes = tracked.get(em)
        assert(changes, `${set.meta.className} is written outside of transact()`)
        record(changes, set)
      }
    },
  }
}

/** Raises the spaces that `changes` touch and notes each changed row under its space's new version; one statement. */
export async function raiseSpaces(
  em: SqlEntityManager,
  { rows, shown }: Changes,
  derivedSql: DerivedSql,
): Promise<RaisedSpace[]> {
  const given = JSON.stringify([...rows.values()])
  const derived = [...shown].flatMap(([name, ids]) => derivedFrom(ids, derivedSql.get(name) ?? []))
  if (rows.size + derived.length === 0) return []
  const answers = await em.execute<{ raised: Omit<RaisedSpace, 'step'>[]; run: string }[]>(
    `${derived.length === 0 ? KEPT : ''} select ${raiseSpacesRoutine.name}(${allOf(derived)}) as raised, run from epoch where singleton = 1`,
    [given, ...derived.map(({ ids }) => ids)],
  )
  const known = derived.length === 0 ? Map.groupBy(rows.values(), ({ space }) => space) : null
  return answers.flatMap(({ raised, run }) =>
    raised.map((space): RaisedSpace => {
      const rowsOfSpace = known?.get(space.space)
      return { ...space, step: rowsOfSpace ? { rows: rowsOfSpace, run: Number(run) } : null }
    }),
  )
}

type Derived = { sql: string; ids: string }

function derivedFrom(ids: ReadonlySet<string>, queries: readonly string[]): Derived[] {
  return queries.map((sql) => ({ sql, ids: `{${[...ids].join()}}` }))
}

/** Without derived rows the statement has no search for them: planning it takes longer than finding nothing. */
function allOf(derived: readonly Derived[]): string {
  if (derived.length === 0) return '?::jsonb'
  const rows = derived.map(({ sql }) => sql).join(' union ')
  return `?::jsonb || (
    select coalesce(jsonb_agg(d), '[]') from (${rows}) as d (space, collection, id, deleted))`
}
