import { equal } from '@vesper/sync/engine/core/equal.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { laneOfBroadcast } from '@vesper/sync/vesper/mutations/broadcasts.ts'
import { emptyBroadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import type { Broadcast, BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { shownText } from '@vesper/sync/vesper/records/visible-text.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { forgetFiles } from './forget-files.ts'
import { useAnswered } from './use-answered.ts'
import { usePriceText } from './use-price-text.ts'
import type { PriceText } from './use-price-text.ts'

/** After the last key: what is typed is on the disk then, and at once when the page is put away. */
const PAUSE_MS = 400

export type BroadcastEditor = {
  /** Undefined until the device has looked; null where it has none. */
  stored: Broadcast | null | undefined
  /** The message as it is shown. */
  content: BroadcastContent
  edit: (change: Partial<BroadcastContent>) => void
  /** Changes which files there are, at once on the disk; answers them. Bytes that nothing names any more leave the device. */
  changeFiles: (change: (fileIds: readonly string[]) => string[]) => Promise<readonly string[]>
  price: PriceText
  /** Takes the server's answer to a step, which the row shows with the next sync. */
  onAnswer: (answer: Broadcast) => void
  /** Resolves once what was typed is on this device. */
  flush: () => Promise<void>
  /** Changes are still on their way to the server. */
  isWaiting: boolean
  /** Changes that the server refuses. */
  refused: readonly OutboxRecord[]
  problem: Error | null
}

/** The editor of one message to many. */
export function useBroadcastEditor(id: string): BroadcastEditor {
  const sync = useSync()
  // In one look: a row that shows a change is never taken for the server's.
  const held = useLiveQuery(
    async () => ({
      stored: (await sync.db.broadcasts.get(id)) ?? null,
      records: await sync.db.outbox.where('lane').equals(laneOfBroadcast(id)).toArray(),
    }),
    [sync, id],
  )
  const [stored, onAnswer] = useAnswered(held?.stored)
  const [typed, setTyped] = useState<Partial<BroadcastContent>>({})
  const [problem, setProblem] = useState<Error | null>(null)
  const unsaved = useRef<Partial<BroadcastContent>>({})
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    const changes = unsaved.current
    if (Object.keys(changes).length === 0) return
    unsaved.current = {}
    const { fileIds, ...words } = changes
    const save = async (part: Partial<BroadcastContent>) => {
      await sync.mutate('broadcast.save', { _id: id, changes: part, editedAt: new Date().toISOString() })
    }
    try {
      // Words wait for no file that is still to be uploaded.
      if (Object.keys(words).length > 0) await save(words)
      if (fileIds) await save({ fileIds })
      setProblem(null)
    } catch (error) {
      unsaved.current = { ...changes, ...unsaved.current }
      setProblem(error instanceof Error ? error : new Error(String(error)))
    }
  }, [sync, id])

  const edit = useCallback(
    (change: Partial<BroadcastContent>) => {
      setTyped((before) => ({ ...before, ...change }))
      unsaved.current = { ...unsaved.current, ...change }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), PAUSE_MS)
    },
    [flush],
  )

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

  // Fields that the device holds by now are shown from there, so that another device's change is seen.
  useEffect(() => {
    if (stored) setTyped((before) => without(before, stored, unsaved.current))
  }, [stored])

  const content = { ...contentOf(stored ?? emptyBroadcast), ...typed }
  const changeFiles = useFileChanges({ id, fileIds: content.fileIds, edit, flush })
  const isDirty = Object.keys(typed).length > 0
  const refused = held?.records.filter(({ state }) => state === 'rejected') ?? []
  const isWaiting = isDirty || (held?.records.length ?? 0) > refused.length
  const price = usePriceText(id, { price: content.price, onPrice: (next) => edit({ price: next }) })
  return { stored, content, edit, changeFiles, price, onAnswer, flush, isWaiting, refused, problem }
}

type FileChanges = Pick<BroadcastEditor, 'edit' | 'flush'> & { id: string; fileIds: readonly string[] }

/** Changes the files of a message as they are at that moment: several may be added and removed at once. */
function useFileChanges({ id, fileIds, edit, flush }: FileChanges) {
  const sync = useSync()
  const latest = useRef(fileIds)
  useEffect(() => {
    latest.current = fileIds
  }, [fileIds])
  return useCallback<BroadcastEditor['changeFiles']>(
    async (change) => {
      const before = latest.current
      const after = change(before)
      if (equal(after, before)) return after
      latest.current = after
      edit({ fileIds: after })
      await flush()
      await forgetFiles(
        sync,
        id,
        before.filter((fileId) => !after.includes(fileId)),
      )
      return after
    },
    [sync, id, edit, flush],
  )
}

function contentOf({ text, fileIds, price, include, exclude, sendAt }: BroadcastContent): BroadcastContent {
  return { text, fileIds, price, include, exclude, sendAt }
}

type Fields = Partial<BroadcastContent>

function without(typed: Fields, stored: Fields, unsaved: Fields): Fields {
  const left = Object.entries(typed).filter(([field, value]) => {
    const name = field as keyof BroadcastContent
    return name in unsaved || !equal(stored[name], name === 'text' ? shownText(value as string) : value)
  })
  return left.length === Object.keys(typed).length ? typed : (Object.fromEntries(left) as Fields)
}
