import { Trans } from '@lingui/react/macro'
import type { Post } from '@vesper/sync/records/post.ts'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { useState } from 'react'
import { textOf, translated } from '../../error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSync } from '../../with-sync.tsx'
import { RefusedNotice } from './editor-notices.tsx'
import { changesOf, changesProblem, editOf, publishes } from './post-changes.ts'
import type { PostEdit } from './post-changes.ts'
import type { Place } from './post-items.ts'
import { TermsPart } from './terms-part.tsx'
import { TextPart } from './text-part.tsx'
import { forgetEdit, keepEdit, unsavedEdit } from './unsaved-edit.ts'

type Props = { post: Post; records: OutboxRecord[]; onLeave: (place: Place) => void }

/** The fields of a post that can be changed. What another device changes meanwhile comes in where nothing was typed. */
export function PostForm({ post, records, onLeave }: Props) {
  const { edited, edit, forget } = useEdit(post._id, records)
  const now = useNow()
  const changes = changesOf(post, edited)
  const problem = changes && changesProblem(post, edited, changes)
  const goesOut = changes !== null && publishes(post, changes, now)
  const saving = useSaving(post, records, (to) => {
    forget()
    onLeave(to)
  })
  return (
    <>
      <Refused records={records} onDropped={forget} />
      <TextPart text={editOf(post, edited).text} isReadOnly={false} onEdit={(text) => edit({ text })} />
      {(post.fileCount > 0 || post.poll) && (
        <p className="text-sm text-muted">
          <Trans>Its photos and its poll stay as they are.</Trans>
        </p>
      )}
      <TermsPart
        content={editOf(post, edited)}
        hasTime={post.status === 'scheduled'}
        isReadOnly={false}
        onEdit={({ access, price, scheduledAt }) =>
          edit({
            ...(access !== undefined && { access }),
            ...(price !== undefined && { price }),
            ...(scheduledAt !== undefined && { scheduledAt }),
          })
        }
      />
      <div role="alert" className="empty:-mt-5">
        {problem !== null && <Notice tone="danger">{translated(problem)}</Notice>}
      </div>
      <Button
        className="justify-self-end"
        busy={saving.busy}
        disabled={changes === null || problem !== null}
        onClick={() =>
          changes && void saving.run(changes, goesOut || post.status !== 'scheduled' ? 'published' : 'scheduled')
        }
      >
        {goesOut ? <Trans>Save and publish now</Trans> : <Trans>Save</Trans>}
      </Button>
    </>
  )
}

function Refused({ records, onDropped }: { records: OutboxRecord[]; onDropped: () => void }) {
  const sync = useSync()
  const refused = records.filter(({ state }) => state === 'rejected')
  const each = (deed: 'retry' | 'discard') => {
    const all = async () => {
      for (const { id } of refused) await sync[deed](id)
    }
    return all().catch((error: unknown) => void showToast('error', textOf(error)))
  }
  return (
    <div role="alert" className="empty:-mt-5">
      {refused.length > 0 && (
        <RefusedNotice
          refused={refused}
          onRetry={() => void each('retry')}
          onDrop={() => void each('discard').then(onDropped)}
        />
      )}
    </div>
  )
}

/** What was typed and is not saved, begun with what was refused. */
function useEdit(postId: string, records: readonly OutboxRecord[]) {
  const post = { account: useSync().inside.replica.account, postId }
  const [edited, setEdited] = useState(() => unsavedEdit(post, records))
  return {
    edited,
    edit: (change: Partial<PostEdit>) => {
      const next = { ...edited, ...change }
      setEdited(next)
      keepEdit(post, next)
    },
    forget: () => {
      setEdited({})
      forgetEdit(post)
    },
  }
}

function useSaving(post: Post, records: readonly OutboxRecord[], onSaved: (to: Place) => void) {
  const sync = useSync()
  return useAction(async (changes: NonNullable<ReturnType<typeof changesOf>>, to: Place) => {
    try {
      await sync.mutate('post.update', { _id: post._id, changes })
      // What is saved now has what was refused in it, or was written over it.
      for (const { id, name, state } of records) {
        if (name === 'post.update' && state === 'rejected') await sync.discard(id)
      }
      onSaved(to)
    } catch (error) {
      void showToast('error', textOf(error))
    }
  })
}
