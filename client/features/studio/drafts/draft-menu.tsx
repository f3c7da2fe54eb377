import { useLingui } from '@lingui/react/macro'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { useUnit } from 'effector-react'
import { Ellipsis, Send, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { $offline } from '../../../core/connection/model.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { creatorStanding } from '../../../core/session/creator-standing.ts'
import { $user } from '../../../core/session/model.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { announce } from '../../../ui/text/announcer.tsx'
import { mayBePublished } from '../studio-items.ts'
import { useDraftOutbox } from '../use-studio.ts'
import { DiscardDraftDialog } from './discard-draft-dialog.tsx'
import { DraftEditor } from './draft-editor.ts'
import { isBlank } from './edit-between.ts'
import { endDraft } from './end-draft.ts'
import type { PublishTimes } from './publish-dialog.tsx'

// Lists of drafts do without it until it is asked for.
const PublishDialog = lazyAgain(async () => (await import('./publish-dialog.tsx')).PublishDialog, 'studio')

/** Publishes or discards a draft from its list, online and offline. */
export function DraftMenu({ draft }: { draft: PostDraft }) {
  const { t } = useLingui()
  const [user, isOffline] = useUnit([$user, $offline])
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null)
  const outbox = useDraftOutbox(draft._id)
  const ending = useEnding(draft, () => setAsking(null))
  const canPublish = !draft.isPublishing && !isBlank(draft) && user !== null && creatorStanding(user) === 'open'
  const publish = { label: t`Publish…`, icon: <Send className="mirrored" />, onSelect: () => setAsking('publish') }
  const discard = { label: t`Discard…`, icon: <Trash2 />, danger: true, onSelect: () => setAsking('discard') }
  return (
    <>
      <Menu
        label={t`What to do with this draft`}
        items={canPublish ? [publish, 'separator', discard] : [discard]}
        className="me-1 mt-2 grid size-target place-items-center rounded-full text-muted hover:bg-raised"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
      </Menu>
      {asking === 'publish' && (
        <Suspense fallback={null}>
          <PublishDialog
            draft={draft}
            isOffline={isOffline}
            onClose={() => setAsking(null)}
            onYes={(times) => void ending.run('draft.publish', times)}
          />
        </Suspense>
      )}
      {asking === 'discard' && (
        <DiscardDraftDialog
          mayBePublished={mayBePublished(outbox)}
          onClose={() => setAsking(null)}
          onYes={() => void ending.run('draft.discard')}
        />
      )}
    </>
  )
}

/** Ends the draft as this device has it, with the times that its author has chosen. */
function useEnding({ _id }: PostDraft, onEnded: () => void) {
  const { t } = useLingui()
  const sync = useSync()
  return useActionWithToast(async (name: 'draft.publish' | 'draft.discard', times?: PublishTimes) => {
    const editor = new DraftEditor(sync, _id)
    await editor.flush()
    if (times) editor.edit(times)
    await endDraft(sync, editor, name)
    announce(name === 'draft.discard' ? t`Draft discarded` : t`The post is on its way.`)
    onEnded()
  })
}
