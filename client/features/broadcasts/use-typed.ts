import { equal } from '@vesper/sync/engine/core/equal.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { laneOfBroadcast } from '@vesper/sync/vesper/mutations/broadcasts.ts'
import type { BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { shownText } from '@vesper/sync/vesper/records/visible-text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { changesOf, refusedChanges } from '../../entities/library/refused-changes.ts'

/** After the last key: what is typed is on the disk then, and at once when the page is put away. */
const PAUSE_MS = 400

type Fields = Partial<BroadcastContent>

export type Typed = {
  /** Fields that were edited, and that the device does not show yet. */
  typed: Fields
  edit: (change: Fields) => void
  /** Lets go of typed fields that the device holds. */
  prune: (held: Fields) => void
  /** Resolves once what was typed is on this device; false where that failed. */
  flush: () => Promise<boolean>
  problem: Error | null
}

/**
 * Keeps the fields of a message to many that are typed, and saves them after a pause. Refused changes go with them: the form
 * shows those, too, and the new save takes the place of the refused ones.
 */
export function useTyped(id: string, isRefused: boolean): Typed {
  const sync = useSync()
  const [typed, setTyped] = useState<Fields>({})
  const [problem, setProblem] = useState<Error | null>(null)
  const unsaved = useRef<Fields>({})
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const saving = useRef(Promise.resolve(true))
  const hasRefused = useRef(isRefused)
  useEffect(() => {
    hasRefused.current = isRefused
  }, [isRefused])

  const save = useCallback(async () => {
    const changes = unsaved.current
    if (Object.keys(changes).length === 0) return true
    unsaved.current = {}
    try {
      // A page that is put away has no time for a read without need.
      await saveWithRefused(sync, id, { changes, records: hasRefused.current ? await recordsOf(sync, id) : [] })
      setProblem(null)
      return true
    } catch (error) {
      unsaved.current = { ...changes, ...unsaved.current }
      setProblem(error instanceof Error ? error : new Error(String(error)))
      return false
    }
  }, [sync, id])

  // One after the other: each sees which refused saves are left.
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    saving.current = saving.current.then(save)
    return saving.current
  }, [save])

  const edit = useCallback(
    (change: Fields) => {
      setTyped((fields) => ({ ...fields, ...change }))
      unsaved.current = { ...unsaved.current, ...change }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), PAUSE_MS)
    },
    [flush],
  )
  const prune = useCallback((held: Fields) => setTyped((fields) => without(fields, held, unsaved.current)), [])

  useEffect(() => {
    const put = () => void flush()
    addEventListener('pagehide', put)
    addEventListener('vesper:flush-drafts', put)
    document.addEventListener('visibilitychange', put)
    return () => {
      removeEventListener('pagehide', put)
      removeEventListener('vesper:flush-drafts', put)
      document.removeEventListener('visibilitychange', put)
      put()
    }
  }, [flush])

  return { typed, edit, prune, flush, problem }
}

function recordsOf(sync: Sync, id: string): Promise<OutboxRecord[]> {
  return sync.db.outbox.where('lane').equals(laneOfBroadcast(id)).sortBy('order')
}

type Save = { changes: Fields; records: readonly OutboxRecord[] }

async function saveWithRefused(sync: Sync, id: string, { changes, records }: Save): Promise<void> {
  const { fileIds: _refused, ...lost } = refusedChanges(records) as Fields
  const { fileIds, ...words } = changes
  // Words wait for no file that is still to be uploaded.
  const saves: Fields[] = [
    ...(Object.keys(words).length > 0 ? [{ ...lost, ...words }] : []),
    ...(fileIds ? [{ fileIds }] : []),
  ]
  for (const part of saves) {
    await sync.mutate('broadcast.save', { _id: id, changes: part, editedAt: new Date().toISOString() })
  }
  const refused = records.filter(({ state }) => state === 'rejected')
  for (const record of refused) if (isIn(record, saves)) await sync.discard(record.id)
}

function isIn(refused: OutboxRecord, saves: readonly Fields[]): boolean {
  const fields = Object.keys(changesOf(refused))
  return fields.length > 0 && fields.every((field) => saves.some((save) => field in save))
}

function without(typed: Fields, held: Fields, unsaved: Fields): Fields {
  const left = Object.entries(typed).filter(([field, value]) => {
    const name = field as keyof BroadcastContent
    return name in unsaved || !equal(held[name], name === 'text' ? shownText(value as string) : value)
  })
  return left.length === Object.keys(typed).length ? typed : (Object.fromEntries(left) as Fields)
}
