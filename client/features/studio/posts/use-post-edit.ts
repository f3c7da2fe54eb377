import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { POST_PRICE_MIN } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { discardAll } from '../drafts/end-draft.ts'
import {
  changesOf,
  changesProblem,
  editOf,
  endProblem,
  isRefusedEdit,
  isUnpublished,
  publishes,
  refusedEdit,
  typedOf,
} from './post-changes.ts'
import type { PostEdit } from './post-changes.ts'
import type { Place } from './post-items.ts'
import { isEmpty, keepUnsavedEdit, keptEdit, replaceEdit } from './unsaved-edit.ts'

type Options = { post: Post; records: readonly OutboxRecord[]; onSaved: (to: Place) => void }

export type PostEditing = {
  /** The post as its fields show it: what was typed, over what was refused, over what the post has. */
  shown: PostEdit
  /** True while there is an unsaved edit. */
  isEdited: boolean
  canSave: boolean
  /** It is sold, and its price is yet to be entered: saving asks for it. */
  lacksPrice: boolean
  /** Why it cannot be saved, in the server's words. */
  problem: string | null
  /** True when saving it publishes a scheduled post. */
  goesOut: boolean
  isSaving: boolean
  edit: (change: Partial<PostEdit>) => void
  /** Drops what was typed. */
  forget: () => void
  save: () => void
  /** Publishes what is scheduled as its fields show it; undefined where they show nothing that is not saved. */
  publish: (() => void) | undefined
}

/** The edit of a post that is on the server. Another device's changes come in where nothing was typed. */
export function usePostEdit({ post, records, onSaved }: Options): PostEditing {
  const { isEdited, edited, edit, forget } = useTyped(post, records)
  const changes = changesOf(post, edited)
  const now = useNow()
  const problem = changes && (changesProblem(post, edited, changes) ?? endProblem(post, changes, now))
  const shown = editOf(post, edited)
  const lacksPrice = shown.access === 'paid' && shown.price < POST_PRICE_MIN
  const saving = useSaving(post, records, (to) => {
    forget()
    onSaved(to)
  })
  const goesOut = changes !== null && publishes(post, changes, now)
  const isLater = isUnpublished(post.status) && !goesOut
  return {
    shown,
    isEdited,
    canSave: changes !== null && (problem === null || lacksPrice),
    lacksPrice,
    problem,
    goesOut,
    isSaving: saving.busy,
    edit,
    forget,
    save: () => void saving.run(edited, isLater ? 'scheduled' : 'published'),
    publish: changes ? () => void saving.run({ ...edited, scheduledAt: null }, 'published') : undefined,
  }
}

/** The unsaved fields alone: untouched ones would bring back old values. */
function useTyped(post: Post, records: readonly OutboxRecord[]) {
  const of = { account: useSync().inside.replica.account, postId: post._id }
  const [kept, setKept] = useState(() => keptEdit(of))
  // The edit that this tab stored last: less than the typed one where storage is full.
  const written = useRef(kept)
  // Put back where its author sells the post again, and by nothing that comes from elsewhere.
  const lastPrice = useRef(kept.price)
  const refused = refusedEdit(records)
  const typedIn = (edit: Partial<PostEdit>) => typedOf(edit, editOf(post, refused), post.status)
  const keep = (next: Partial<PostEdit>) => {
    setKept(next)
    const isWritten = isEmpty(next) ? replaceEdit(of, written.current, next) : keepUnsavedEdit(of, next)
    if (isWritten) written.current = next
  }
  const typed = typedIn(kept)
  const hasLess = Object.keys(typed).length < Object.keys(kept).length
  const settle = useEffectEvent(() => {
    // A key may have been pressed since: what it typed is neither put back nor written over.
    if (hasLess) setKept(typedIn)
    if (replaceEdit(of, kept, typed)) written.current = typed
  })
  // Another tab that saves the post forgets what is typed here; and what the post has by now is no edit of it, whatever it
  // has later.
  useEffect(() => settle(), [post, hasLess])
  // The other tab may forget it after this one has heard of the save, and nothing of the post changes by that.
  useEffect(() => {
    const onStored = () => settle()
    addEventListener('storage', onStored)
    return () => removeEventListener('storage', onStored)
  }, [])
  return {
    isEdited: !isEmpty(typed),
    edited: { ...refused, ...typed },
    edit: (change: Partial<PostEdit>) => {
      if (change.price !== undefined) lastPrice.current = change.price
      const price = change.access === 'paid' ? lastPrice.current : undefined
      keep(typedIn({ ...kept, ...(price !== undefined && { price }), ...change }))
    },
    forget: () => {
      lastPrice.current = undefined
      keep({})
    },
  }
}

function useSaving(post: Post, records: readonly OutboxRecord[], onSaved: (to: Place) => void) {
  const sync = useSync()
  return useActionWithToast(async (edited: Partial<PostEdit>, to: Place) => {
    const changes = changesOf(post, edited)
    const problem = changes && changesProblem(post, edited, changes)
    if (problem !== null) throw new Refusal('invalid', problem)
    if (changes) await sync.mutate('post.update', { _id: post._id, changes })
    // The saved edit contains the refused one, or replaces it.
    await discardAll(sync, records.filter(isRefusedEdit))
    onSaved(to)
  })
}
