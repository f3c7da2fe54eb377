import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { useState } from 'react'
import { textOf } from '../../error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { useSync } from '../../with-sync.tsx'
import { keepAsNewDraft } from './draft-actions.ts'
import { noContent } from './draft-fields.ts'
import { forgetEdit, unsavedEdit } from './unsaved-edit.ts'

type Props = { postId: string; records: readonly OutboxRecord[]; onOpen: (draftId: string) => void }

/** What was written of a post that is gone, and the way to keep it. */
export function WordsLeft({ postId, records, onOpen }: Props) {
  const sync = useSync()
  const { account } = sync.inside.replica
  const [edit] = useState(() => unsavedEdit({ account, postId }, records))
  const keeping = useAction(async () => {
    try {
      const refused = records.filter(({ state }) => state === 'rejected')
      const draftId = await keepAsNewDraft(sync, { ...noContent, ...edit }, refused)
      forgetEdit({ account, postId })
      onOpen(draftId)
    } catch (error) {
      void showToast('error', textOf(error))
    }
  })
  if (!edit.text?.trim()) return null
  return (
    <Notice tone="warning" className="grid gap-3">
      <p dir="auto" className="max-h-60 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
        {edit.text}
      </p>
      <Button kind="secondary" className="justify-self-start" busy={keeping.busy} onClick={() => void keeping.run()}>
        <Trans>Keep what is written as another draft</Trans>
      </Button>
    </Notice>
  )
}
