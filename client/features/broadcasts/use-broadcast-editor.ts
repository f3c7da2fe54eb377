import { equal } from '@vesper/sync/engine/core/equal.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { laneOfBroadcast } from '@vesper/sync/vesper/mutations/broadcasts.ts'
import { emptyBroadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import type { Broadcast, BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { forgetFiles } from '../../entities/library/forget-files.ts'
import { refusedChanges } from '../../entities/library/refused-changes.ts'
import { useAnswered } from './use-answered.ts'
import { usePriceText } from './use-price-text.ts'
import type { PriceText } from './use-price-text.ts'
import { useTyped } from './use-typed.ts'
import type { Typed } from './use-typed.ts'

export type BroadcastEditor = {
  /** Undefined until the device has looked; null where it has none. */
  stored: Broadcast | null | undefined
  /** The message as it is shown: as its author wrote it, with changes that the server refuses. */
  content: BroadcastContent
  edit: (change: Partial<BroadcastContent>) => void
  /** Changes which files there are, at once on the disk; answers them. Bytes that nothing names any more leave the device. */
  changeFiles: (change: (fileIds: readonly string[]) => string[]) => Promise<readonly string[]>
  price: PriceText
  /** Takes the server's answer to a step, which the row shows with the next sync. */
  onAnswer: (answer: Broadcast) => void
  /** Resolves once what was typed is on this device; false where that failed. */
  flush: () => Promise<boolean>
  /** Changes are still on their way to the server. */
  isWaiting: boolean
  /** Changes that the server refuses. */
  refused: readonly OutboxRecord[]
  problem: Error | null
}

const none: readonly OutboxRecord[] = []

/** The editor of one message to many. */
export function useBroadcastEditor(id: string): BroadcastEditor {
  const sync = useSync()
  // In one look: a row that shows a change is never taken for the server's.
  const held = useLiveQuery(
    async () => ({
      stored: (await sync.db.broadcasts.get(id)) ?? null,
      records: await sync.db.outbox.where('lane').equals(laneOfBroadcast(id)).sortBy('order'),
    }),
    [sync, id],
  )
  const [stored, onAnswer] = useAnswered(held?.stored)
  const records = held?.records ?? none
  const refused = useMemo(() => records.filter(({ state }) => state === 'rejected'), [records])
  const lost = useMemo(() => refusedChanges(records) as Partial<BroadcastContent>, [records])
  const writing = useTyped(id, refused.length > 0)
  const { typed, edit, prune, flush, problem } = writing
  // Fields that the device holds by now are shown from there, so that another device's change is seen.
  useEffect(() => {
    if (stored !== undefined) prune({ ...stored, ...lost })
  }, [prune, stored, lost])

  const content = { ...contentOf(stored ?? emptyBroadcast), ...lost, ...typed }
  const changeFiles = useFileChanges({
    ...{ id, fileIds: content.fileIds, ...writing },
    held: stored?.fileIds ?? emptyBroadcast.fileIds,
    isRefused: lost.fileIds !== undefined,
  })
  const isWaiting = Object.keys(typed).length > 0 || records.length > refused.length
  const price = usePriceText(id, { price: content.price, onPrice: (next) => edit({ price: next }) })
  return { stored, content, edit, changeFiles, price, onAnswer, flush, isWaiting, refused, problem }
}

type FileChanges = Pick<Typed, 'typed' | 'edit' | 'flush'> & {
  id: string
  fileIds: readonly string[]
  /** The files of the message without refused changes. */
  held: readonly string[]
  isRefused: boolean
}

/** Changes the files of a message as they are at that moment: several may be added and removed at once. */
function useFileChanges({ id, fileIds, held, isRefused, typed, edit, flush }: FileChanges) {
  const sync = useSync()
  const latest = useRef(fileIds)
  useEffect(() => {
    latest.current = fileIds
  }, [fileIds])
  const isTyped = typed.fileIds !== undefined
  return useCallback<BroadcastEditor['changeFiles']>(
    async (change) => {
      const before = latest.current
      const after = change(before)
      if (equal(after, before)) return after
      latest.current = after
      // Without the refused files there may be nothing left to save: no draft is begun for that.
      if (!isRefused || isTyped || !equal(after, held)) {
        edit({ fileIds: after })
        if (!(await flush())) return after
      }
      const gone = before.filter((fileId) => !after.includes(fileId))
      if (gone.length > 0) await forgetFiles(sync, laneOfBroadcast(id), gone)
      return after
    },
    [sync, id, held, isRefused, isTyped, edit, flush],
  )
}

function contentOf({ text, fileIds, price, include, exclude, sendAt }: BroadcastContent): BroadcastContent {
  return { text, fileIds, price, include, exclude, sendAt }
}
