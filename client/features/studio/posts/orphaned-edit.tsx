import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { useEffect, useState } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { noContent } from '../drafts/edit-between.ts'
import { discardAll, keepAsNewDraft } from '../drafts/end-draft.ts'
import { refusedEdit } from './post-changes.ts'
import { DiscardWordsDialog } from './post-dialogs.tsx'
import { forgetUnsavedEdit, hasWords, keptEdit } from './unsaved-edit.ts'

type Props = {
  postId: string
  records: readonly OutboxRecord[]
  onOpen: (draftId: string) => void
  onLeave: () => void
}

/** The unsaved text of a post that is gone, and the way to keep it. An edit without words is forgotten. */
export function OrphanedEdit({ postId, records, onOpen, onLeave }: Props) {
  const sync = useSync()
  const { account } = sync.inside.replica
  const [kept] = useState(() => keptEdit({ account, postId }))
  const edit = { ...refusedEdit(records), ...kept }
  const [isAsking, setAsking] = useState(false)
  const isWordless = !hasWords(edit)
  useEffect(() => {
    if (isWordless) forgetUnsavedEdit({ account, postId })
  }, [isWordless, account, postId])
  const refused = records.filter(({ state }) => state === 'rejected')
  const keeping = useActionWithToast(async () => {
    const draftId = await keepAsNewDraft(sync, { ...noContent, ...edit }, refused)
    forgetUnsavedEdit({ account, postId })
    onOpen(draftId)
  })
  const discarding = useActionWithToast(async () => {
    await discardAll(sync, refused)
    forgetUnsavedEdit({ account, postId })
    onLeave()
  })
  if (isWordless) return null
  return (
    <>
      <Notice tone="warning" className="grid gap-3">
        <p dir="auto" className="max-h-60 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
          {edit.text}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" busy={keeping.busy} disabled={discarding.busy} onClick={() => void keeping.run()}>
            <Trans>Keep the text as a new draft</Trans>
          </Button>
          <Button kind="secondary" busy={discarding.busy} disabled={keeping.busy} onClick={() => setAsking(true)}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      </Notice>
      {isAsking && (
        <DiscardWordsDialog
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void discarding.run()
          }}
        />
      )}
    </>
  )
}
