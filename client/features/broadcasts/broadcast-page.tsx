import { Trans, useLingui } from '@lingui/react/macro'
import { MoonStar } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { BroadcastForm } from './broadcast-form.tsx'
import { BroadcastStanding } from './broadcast-standing.tsx'
import { discardBroadcast } from './discard-broadcast.ts'
import { useBroadcastEditor } from './use-broadcast-editor.ts'

type Props = { id: string; onLeave: () => void }

/** One message to many: the form of a draft, or how far it is. */
export function BroadcastPage({ id, onLeave }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const editor = useBroadcastEditor(id)
  const { stored } = editor
  const [isDiscarding, setDiscarding] = useState(false)
  const [hadDraft, setHadDraft] = useState(false)
  if (stored && !hadDraft) setHadDraft(true)
  const [isLeaving, setLeaving] = useState(false)
  const discard = useAction(async () => {
    // The draft is gone from this device before the page is.
    setLeaving(true)
    try {
      await editor.flush()
      await discardBroadcast(sync, id)
    } catch (error) {
      setLeaving(false)
      throw error
    }
    editor.price.forget()
    onLeave()
  })
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Message to many`} leading={<BackButton />} />
      <div className="safe-x pt-2 pb-12">
        {stored === undefined || (stored === null && isLeaving) ? (
          <Skeleton className="h-60 rounded-card" />
        ) : stored === null && hadDraft ? (
          <MissingPage icon={<MoonStar />} title={t`This message was discarded`}>
            <Trans>Another of your devices has discarded it.</Trans>
          </MissingPage>
        ) : stored !== null && stored.state !== 'draft' ? (
          <BroadcastStanding broadcast={stored} onAnswer={editor.onAnswer} />
        ) : (
          <BroadcastForm id={id} editor={editor} onDiscard={() => setDiscarding(true)} />
        )}
      </div>
      {isDiscarding && (
        <ConfirmDialog
          title={t`Discard this message?`}
          yes={<Trans>Discard</Trans>}
          busy={discard.busy}
          failure={discard.error === null ? null : errorMessage(discard.error)}
          onYes={() => void discard.run()}
          onClose={() => setDiscarding(false)}
        >
          <Trans>The draft is gone from all your devices.</Trans>
        </ConfirmDialog>
      )}
    </main>
  )
}
