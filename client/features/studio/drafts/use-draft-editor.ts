import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { DraftEditor } from './draft-editor.ts'
import type { EditorState } from './draft-editor.ts'

/** The editor of one draft; what is typed into it is on the disk within a second, and at once when the page is put away. */
export function useDraftEditor(draftId: string): { editor: DraftEditor; state: EditorState } {
  const sync = useSync()
  const editor = useMemo(() => new DraftEditor(sync, draftId), [sync, draftId])
  useEffect(() => editor.start(), [editor])
  useEffect(() => listen(editor), [editor])
  return { editor, state: useSyncExternalStore(editor.subscribe, editor.state) }
}

function listen(editor: DraftEditor): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const flush = () => void editor.flush()
  addEventListener('pagehide', flush, { signal })
  addEventListener('vesper:flush-drafts', flush, { signal })
  document.addEventListener('visibilitychange', flush, { signal })
  document.addEventListener('compositionstart', () => editor.composing(true), { signal })
  document.addEventListener('compositionend', () => editor.composing(false), { signal })
  return () => controller.abort()
}
