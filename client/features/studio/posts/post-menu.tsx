import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { laneOfPost } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Archive, ArchiveRestore, Ellipsis, ExternalLink, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { cx } from '../../../ui/cx.ts'
import type { MenuItem } from '../../../ui/overlay/menu-content.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { announce } from '../../../ui/text/announcer.tsx'
import { discardAll } from '../drafts/end-draft.ts'
import { isRefusedEdit } from './post-changes.ts'
import { PublishNowDialog, RemovePostDialog } from './post-dialogs.tsx'
import { forgetUnsavedEdit, isEmpty, keptEdit } from './unsaved-edit.ts'

type Props = {
  post: Post
  /** The menu is not on the page where it is edited. */
  canEdit?: boolean
  className?: string
  /** Publishes it with what is not saved of it; undefined where nothing waits to be saved. */
  onPublishEdited?: (() => void) | undefined
  /** Told once it is published or removed, as far as this device goes. */
  onEnded?: () => void
}

type Asking = 'publish' | 'remove' | null

/** The actions on one's own post, online and offline. */
export function PostMenu({ post, canEdit = false, className, onPublishEdited, onEnded }: Props) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<Asking>(null)
  const { update, remove } = usePostDeeds(post._id, () => {
    setAsking(null)
    onEnded?.()
  })
  const items = useItems(post, { canEdit, update, ask: setAsking })
  return (
    <>
      <Menu
        label={t`What to do with this post`}
        items={items}
        className={cx('grid size-target place-items-center rounded-full text-muted hover:bg-raised', className)}
      >
        <Ellipsis className="size-5" aria-hidden="true" />
      </Menu>
      {asking === 'publish' && (
        <PublishNowDialog
          isEdited={onPublishEdited !== undefined}
          onClose={() => setAsking(null)}
          onYes={() => {
            setAsking(null)
            if (onPublishEdited) onPublishEdited()
            else update({ scheduledAt: null })
          }}
        />
      )}
      {asking === 'remove' && <RemoveQuestion postId={post._id} onClose={() => setAsking(null)} onYes={remove} />}
    </>
  )
}

type QuestionProps = { postId: string; onClose: () => void; onYes: () => void }

/** There once it is known what goes with the post. */
function RemoveQuestion({ postId, ...answers }: QuestionProps) {
  const sync = useSync()
  const refused = useLiveQuery(() => refusedOf(sync, postId).catch(() => []), [sync, postId])
  const isTyped = !isEmpty(keptEdit({ account: sync.inside.replica.account, postId }))
  return refused && <RemovePostDialog isEdited={isTyped || refused.length > 0} {...answers} />
}

type Changes = ArgsOf<'post.update'>['changes']

function usePostDeeds(_id: string, onDone: () => void) {
  const { t } = useLingui()
  const sync = useSync()
  const of = { account: sync.inside.replica.account, postId: _id }
  const remove = async () => {
    await sync.mutate('post.remove', { _id })
    forgetUnsavedEdit(of)
    await discardAll(sync, await refusedOf(sync, _id))
    announce(t`Post removed`)
  }
  const run = (work: Promise<unknown>) =>
    void work.then(onDone).catch((error: unknown) => showToast('error', errorMessage(error)))
  return {
    update: (changes: Changes) => run(sync.mutate('post.update', { _id, changes })),
    remove: () => run(remove()),
  }
}

/** The changes of a post that the server has refused. */
async function refusedOf({ db }: Sync, postId: string): Promise<OutboxRecord[]> {
  const records = await db.outbox.where('lane').equals(laneOfPost(postId)).sortBy('order')
  return records.filter(isRefusedEdit)
}

type Deeds = { canEdit: boolean; update: (changes: Changes) => void; ask: (asking: Asking) => void }

function useItems({ _id, status }: Post, { canEdit, update, ask }: Deeds): MenuItem[] {
  const { t } = useLingui()
  const router = useRouter()
  const params = { postId: _id }
  const open: MenuItem = {
    label: t`Open`,
    icon: <ExternalLink className="mirrored" />,
    onSelect: () => void router.navigate({ to: '/posts/$postId', params }),
  }
  const edit: MenuItem = {
    label: t`Edit`,
    icon: <Pencil />,
    onSelect: () => void router.navigate({ to: '/creator/studio/posts/$postId', params }),
  }
  return [
    open,
    ...(canEdit ? [edit] : []),
    ...(status === 'hidden' ? [] : [placing()]),
    'separator',
    { label: t`Remove…`, icon: <Trash2 />, danger: true, onSelect: () => ask('remove') },
  ]

  function placing(): MenuItem {
    if (status === 'scheduled') {
      return { label: t`Publish now…`, icon: <Send className="mirrored" />, onSelect: () => ask('publish') }
    }
    return status === 'archived'
      ? { label: t`Show it again`, icon: <ArchiveRestore />, onSelect: () => update({ archived: false }) }
      : { label: t`Archive`, icon: <Archive />, onSelect: () => update({ archived: true }) }
  }
}
