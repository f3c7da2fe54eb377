import type { OpenPage } from '@vesper/sync/vesper/live-events.ts'
import type { CommentObject, OwnComment } from '@vesper/sync/vesper/records/comment.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { createContext, useContext } from 'react'
import type { Live, Queued } from './merge-comments.ts'

/** The part of the comments below a thing that is the account's own. */
export type OwnPart = {
  own: readonly OwnComment[]
  queued: readonly Queued[]
  removed: ReadonlySet<string>
  /** People whom the account blocks: their comments are gone for all below its own things. */
  blocked: ReadonlySet<string>
}

/** Facts that every part of the comments below one thing needs. */
export type Thread = OwnPart & {
  objectType: CommentObject
  objectId: string
  /** The creator whose thing it is: that account may delete each comment. */
  ownerId: string
  /** The account that looks; null for a visitor. */
  viewer: Participant | null
  live: Live
  missed: number
}

export const noOwnPart: OwnPart = { own: [], queued: [], removed: new Set(), blocked: new Set() }

export const ThreadContext = createContext<Thread | null>(null)

/** The comments that this component is a part of. */
export function useThread(): Thread {
  const thread = useContext(ThreadContext)
  if (!thread) throw new Error('useThread is called outside of the comments')
  return thread
}

/** The page whose comments they are. */
export function pageOf({ objectType, objectId }: { objectType: CommentObject; objectId: string }): OpenPage {
  return { type: objectType, id: objectId }
}
