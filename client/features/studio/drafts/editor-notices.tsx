import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { dropRefused } from '../../../entities/library/drop-refused.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { useNow } from '../../../ui/use-now.ts'
import { GoneNotice, PublishingNotice, RefusedNotice, TakingBackNotice } from '../notices.tsx'
import { isDue } from '../posts/post-items.ts'
import { isPublication, mayBePublished, reasonOf, refusedContent } from '../studio-items.ts'
import type { DraftEditor, EditorState } from './draft-editor.ts'
import { isBlank } from './edit-between.ts'
import { discardAll, keepAsNewDraft } from './end-draft.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'

type Props = {
  sync: Sync
  editor: DraftEditor
  state: EditorState
  outbox: readonly OutboxRecord[]
  onLeave: () => void
  onOpen: (draftId: string) => void
}

/** The notices above the editor; the region is there before its text, so that it is read out. */
export function EditorNotices(props: Props) {
  const { sync, outbox } = props
  const [asked, setAsked] = useState<string | null>(null)
  // The one that was asked about, as long as it can be taken back.
  const publication = outbox.find((record) => record.id === asked && isPublication(record))
  const takeBack = ({ id }: OutboxRecord) => {
    setAsked(null)
    run(sync.discard(id))
  }
  return (
    <>
      <div role="alert" className="empty:absolute">
        <Said {...props} onTakeBack={(record) => (mayBePublished([record]) ? setAsked(record.id) : takeBack(record))} />
      </div>
      {publication && <TakeBackDialog onClose={() => setAsked(null)} onYes={() => takeBack(publication)} />}
    </>
  )
}

type SaidProps = Props & { onTakeBack: (publication: OutboxRecord) => void }

function Said({ sync, state, outbox, onLeave, onOpen, onTakeBack }: SaidProps) {
  const now = useNow()
  const refused = outbox.filter((record) => record.state === 'rejected')
  const drop = () => discardAll(sync, refused)
  if (!state.draft && (state.isGone || refused.length > 0)) {
    // The editor shows the last typed text; after a reload, only the refused content is left.
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
    return (
      <RefusedNotice refused={refused} onRetry={() => run(retry())} onDrop={() => run(dropRefused(sync, refused))} />
    )
  }
  const publication = outbox.find(isPublication)
  if (publication) {
    const isScheduled = !isDue(state.content.scheduledAt, now)
    return <PublishingNotice isScheduled={isScheduled} onTakeBack={() => onTakeBack(publication)} />
  }
  return mayBePublished(outbox) ? <TakingBackNotice /> : null
}

function run(work: Promise<unknown>): void {
  void work.catch((error: unknown) => showToast('error', errorMessage(error)))
}
