import type { ChangedComments, CommentPlace, OpenPage, ToldComment } from '@vesper/sync/vesper/live-events.ts'
import { useCallback, useEffect, useState } from 'react'
import { onSocket, onSocketReady, sayNow } from '../../core/live/socket.ts'
import type { Live } from './merge-comments.ts'

const nothing: Live = { created: new Map(), edited: new Map(), deleted: new Set(), answers: new Map() }

type LiveComments = {
  live: Live
  /** Rises when something may have been missed, or cannot be told: the list is read again. */
  missed: number
  /** The answers were read anew. */
  forgetAnswers: () => void
}

/** The comments below one thing as they come, change and go, while the page shows them. */
export function useLiveComments({ type, id }: OpenPage): LiveComments {
  const [live, setLive] = useState(nothing)
  const [missed, setMissed] = useState(0)
  useEffect(() => {
    const isHere = (told: CommentPlace) => told.objectId === id
    const readAgain = () => setMissed((times) => times + 1)
    const gone = new Set<string>()
    // Until the page has joined its room it hears nothing, and its list may be read by then.
    let isBegun = false
    const stops = [
      onSocket('comment:created', (told) => {
        if (!isHere(told)) return
        setLive((before) => created(before, told))
        // Shown again, in its old place.
        if (gone.delete(told._id)) readAgain()
      }),
      onSocket('comment:edited', (told) => {
        if (!isHere(told)) return
        setLive((before) => ({ ...before, edited: new Map(before.edited).set(told._id, told) }))
        if (told.hasFile) readAgain()
      }),
      onSocket('comment:deleted', (told) => {
        if (!isHere(told)) return
        gone.add(told._id)
        setLive((before) => deleted(before, told))
        // Its answers stay: the list has a place for them, which an own comment that is gone has not.
        if (told.parentId === null) readAgain()
      }),
      onSocket('comments:changed', (told) => {
        if (told.id !== id) return
        setLive((before) => changed(before, told))
        readAgain()
      }),
      // Rooms end with their connection, and nobody tells later what was told meanwhile.
      onSocketReady(() => {
        const isLate = isBegun
        // The room tells of no comment that was written before this answer.
        sayNow('page:join', { type, id }, ({ ok }) => {
          if (ok && isLate) readAgain()
        })
      }),
    ]
    isBegun = true
    return () => {
      for (const stop of stops) stop()
      sayNow('page:leave', { type, id })
    }
  }, [type, id])
  const forgetAnswers = useCallback(() => setLive((before) => ({ ...before, answers: nothing.answers })), [])
  return { live, missed, forgetAnswers }
}

function created(live: Live, told: ToldComment): Live {
  const deleted = new Set(live.deleted)
  if (!deleted.delete(told._id) && live.created.has(told._id)) return live
  return { ...live, deleted, created: new Map(live.created).set(told._id, told), answers: counted(live, told, 1) }
}

function deleted(live: Live, told: CommentPlace): Live {
  if (live.deleted.has(told._id)) return live
  return { ...live, deleted: new Set(live.deleted).add(told._id), answers: counted(live, told, -1) }
}

/** The list that is read next has how many answers there are. */
function changed(live: Live, { commentIds, areGone }: ChangedComments): Live {
  const others = [...live.deleted].filter((id) => !commentIds.includes(id))
  return { ...live, deleted: new Set(areGone ? [...others, ...commentIds] : others) }
}

function counted({ answers }: Live, { parentId }: CommentPlace, by: number): Live['answers'] {
  return parentId === null ? answers : new Map(answers).set(parentId, (answers.get(parentId) ?? 0) + by)
}
