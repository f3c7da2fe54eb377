import { Trans, useLingui } from '@lingui/react/macro'
import { Megaphone, MoonStar } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { MissingPage } from '../../core/page/missing-page.tsx'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { BroadcastForm } from './broadcast-form.tsx'
import { BroadcastStanding } from './broadcast-standing.tsx'
import { discardBroadcast } from './discard-broadcast.ts'
import { RefusedSaves } from './refused-saves.tsx'
import { useBroadcastEditor } from './use-broadcast-editor.ts'
import type { BroadcastEditor } from './use-broadcast-editor.ts'

type Props = {
  id: string
  /** It was begun on this device: no row of it can be anywhere else. */
  isNew: boolean
  contents: Contents
  onOpen: (id: string) => void
  onLeave: () => void
}

/** One message to many: the form of a draft, or how far it is. */
export function BroadcastPage({ id, isNew, contents, onOpen, onLeave }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const editor = useBroadcastEditor(id)
  const { stored } = editor
  const seen = useSeen(editor)
  const [isDiscarding, setDiscarding] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const view = viewOf(editor, { isBegun: isNew || seen === 'here', isLeaving, contents })
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
  const onSettled = (newId: string | null) => {
    if (newId !== null) onOpen(newId)
    else if (!stored) onLeave()
  }
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Message to many`} leading={<BackButton />} />
      <div className="safe-x grid gap-6 pt-2 pb-12">
        {view !== 'form' && <RefusedSaves refused={editor.refused} onSettled={onSettled} />}
        {view === 'form' && <BroadcastForm id={id} editor={editor} onDiscard={() => setDiscarding(true)} />}
        {view === 'standing' && stored && <BroadcastStanding broadcast={stored} onAnswer={editor.onAnswer} />}
        {view === 'coming' && <Skeleton className="h-60 rounded-card" />}
        {view === 'away' && <ListUnavailable icon={<Megaphone />} />}
        {view === 'here' && <Missing wasSeen={seen === 'server'} />}
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

function Missing({ wasSeen }: { wasSeen: boolean }) {
  const { t } = useLingui()
  return wasSeen ? (
    <MissingPage icon={<MoonStar />} title={t`This message was discarded`}>
      <Trans>Another of your devices has discarded it.</Trans>
    </MissingPage>
  ) : (
    <MissingPage icon={<MoonStar />} title={t`This message is no longer there`}>
      <Trans>It may have been discarded on another device.</Trans>
    </MissingPage>
  )
}

/** Where this page has seen the message: on the server, or on this device alone; null as long as it has not. */
function useSeen({ stored, refused }: BroadcastEditor): 'server' | 'here' | null {
  const [seen, setSeen] = useState<'server' | 'here' | null>(null)
  const isServers = stored ? stored.version > 0 : false
  const now = isServers ? 'server' : stored || (refused.length > 0 && !isRefusedForGood(refused)) ? 'here' : null
  const next = seen === 'server' ? seen : (now ?? seen)
  if (next !== seen) setSeen(next)
  return next
}

type Sight = {
  /** It was begun on this device, and nothing says that the server had it. */
  isBegun: boolean
  isLeaving: boolean
  contents: Contents
}

/** The part of the page that stands for a message; that of a missing row is named like the `contents` that lack it. */
function viewOf({ stored, refused }: BroadcastEditor, { isBegun, isLeaving, contents }: Sight) {
  if (stored === undefined || (stored === null && isLeaving)) return 'coming'
  if (stored) return stored.state === 'draft' ? 'form' : 'standing'
  if (isRefusedForGood(refused)) return contents
  return isBegun ? 'form' : contents
}

/** True where nothing that is saved under this id is taken any more: the message was discarded, or is another's. */
function isRefusedForGood(refused: BroadcastEditor['refused']): boolean {
  return refused.some(({ rejection }) => rejection?.kind === 'conflict')
}
