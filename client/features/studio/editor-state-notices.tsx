import type { OutboxRecord } from '@vesper/sync/store.ts'
import { textOf } from '../../error-text.ts'
import { showToast } from '../../ui/toast.ts'
import type { Sync } from '../../with-sync.tsx'
import { keepAsNewDraft } from './draft-actions.ts'
import type { DraftEditor, EditorState } from './draft-editor.ts'
import { isBlank } from './draft-fields.ts'
import { GoneNotice, PublishingNotice, RefusedNotice } from './editor-notices.tsx'
import { reasonOf, refusedContent } from './studio-items.ts'

type Props = {
  sync: Sync
  editor: DraftEditor
  state: EditorState
  outbox: readonly OutboxRecord[]
  onLeave: () => void
  onOpen: (draftId: string) => void
}

/** What has to be said above the editor; the region is there before its text, so that it is read out. */
export function EditorNotices(props: Props) {
  return (
    <div role="alert" className="empty:-mt-5">
      <Said {...props} />
    </div>
  )
}

function Said({ sync, state, outbox, onLeave, onOpen }: Props) {
  const refused = outbox.filter((record) => record.state === 'rejected')
  const run = (work: Promise<unknown>) => void work.catch((error: unknown) => showToast('error', textOf(error)))
  const drop = async () => {
    for (const { id } of refused) await sync.discard(id)
  }
  if (!state.draft && (state.isGone || refused.length > 0)) {
    // What was typed last stands in the editor; after a reload, what was refused is all there is.
    const content = isBlank(state.content) ? refusedContent(refused) : state.content
    return (
      <GoneNotice
        reason={reasonOf(refused)}
        hasWords={!isBlank({ ...content, fileIds: [] })}
        onKeep={() => run(keepAsNewDraft(sync, content, refused).then(onOpen))}
        onLeave={() => run(drop().then(onLeave))}
      />
    )
  }
  if (refused.length > 0) {
    const retry = async () => {
      for (const { id } of refused) await sync.retry(id)
    }
    return <RefusedNotice refused={refused} onRetry={() => run(retry())} onDrop={() => run(drop())} />
  }
  const publishing = outbox.find(({ name }) => name === 'draft.publish')
  return publishing ? <PublishingNotice onTakeBack={() => run(sync.discard(publishing.id))} /> : null
}
