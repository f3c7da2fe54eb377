import { useEffect, useRef } from 'react'
import { removeFormDraft, writeFormDraft } from '../../form-draft.ts'
import type { Sync } from '../../with-sync.tsx'
import type { Attachment, ComposerState } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import { readDraft } from './read-draft.ts'

const PAUSE_MS = 250

type Options = {
  sync: Sync
  conversationId: string
  state: ComposerState
  onRestored: (draft: { text: string; attachments: Attachment[] }) => void
}

/**
 * Reads the conversation's draft once, and from then on keeps what is in the box: a moment after the last key, and at
 * once when the page is put away.
 */
export function useDraft({ sync, conversationId, state, onRestored }: Options): void {
  const latest = useRef(state)
  const kept = useRef<string | null>(null)
  useEffect(() => {
    latest.current = state
  })

  useEffect(() => {
    let isCurrent = true
    void readDraft(sync, conversationId).then((draft) => {
      if (!isCurrent) return
      kept.current = fingerprint(draft.text, readyIds(draft.attachments))
      onRestored(draft)
    })
    return () => {
      isCurrent = false
    }
  }, [sync, conversationId, onRestored])

  const { phase, text, attachments } = state
  useEffect(() => {
    if (phase === 'loading') return
    const keep = () => void keepDraft({ sync, conversationId, state: latest.current, kept })
    const timer = setTimeout(keep, PAUSE_MS)
    const whenHidden = () => document.visibilityState === 'hidden' && keep()
    const leave = () => {
      // A page that goes away may not live to see its database commit.
      jotDown(conversationId, latest.current, kept.current)
      keep()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', whenHidden)
    }
  }, [sync, conversationId, phase, text, attachments])

  // Leaving the thread does not wait for the pause.
  useEffect(
    () => () => {
      if (latest.current.phase === 'ready') void keepDraft({ sync, conversationId, state: latest.current, kept })
    },
    [sync, conversationId],
  )
}

type Kept = {
  sync: Sync
  conversationId: string
  state: ComposerState
  /** What was written last. */
  kept: { current: string | null }
}

/** Notes what is not in the database yet where it is kept at once: for a page that is loaded anew. */
function jotDown(conversationId: string, { text, attachments }: ComposerState, kept: string | null): void {
  if (fingerprint(text, readyIds(attachments)) === kept) return
  writeFormDraft(draftKey(conversationId), { text, updatedAt: new Date().toISOString() })
}

/** Writes what is in the box, unless it is what was written last. */
async function keepDraft({ sync, conversationId, state, kept }: Kept): Promise<void> {
  const fileIds = readyIds(state.attachments)
  const print = fingerprint(state.text, fileIds)
  if (kept.current === print) return
  kept.current = print
  const key = draftKey(conversationId)
  try {
    if (state.text.trim() === '' && fileIds.length === 0) await sync.removeDraft(key)
    else await sync.putDraft({ key, text: state.text, fileIds, updatedAt: new Date().toISOString() })
    removeFormDraft(key)
  } catch (error) {
    kept.current = null
    console.error('The draft could not be kept', error)
  }
}

function readyIds(attachments: Attachment[]): string[] {
  return attachments.filter((file) => file.state === 'ready').map((file) => file.fileId)
}

function fingerprint(text: string, fileIds: string[]): string {
  return JSON.stringify([text, fileIds])
}
