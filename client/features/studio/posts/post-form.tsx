import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage, translated } from '../../../core/api/error-message.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { EdgeBar } from '../../../ui/controls/edge-bar.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { pageHeading } from '../../../ui/text/page-heading.ts'
import { AudienceFields } from '../fields/audience-fields.tsx'
import { EndField } from '../fields/end-field.tsx'
import { TagsField } from '../fields/tags-field.tsx'
import { TermsFields } from '../fields/terms-fields.tsx'
import { TextFields } from '../fields/text-fields.tsx'
import { useAskedPrice } from '../fields/use-asked-price.ts'
import { StrangerView } from '../files/stranger-view.tsx'
import { RefusedNotice } from '../notices.tsx'
import { OwnFiles } from './own-files.tsx'
import { isUnpublished } from './post-changes.ts'
import { DiscardEditDialog } from './post-dialogs.tsx'
import { PostPreview, strangerViewOf } from './post-preview.tsx'
import type { PostEditing } from './use-post-edit.ts'

type Props = { post: Post; records: OutboxRecord[]; editing: PostEditing }

/** The fields of a post that can be changed. */
export function PostForm({ post, records, editing }: Props) {
  const { shown, problem, edit } = editing
  const asked = useAskedPrice(shown)
  return (
    <>
      <Refused records={records} />
      <TextFields text={shown.text} isReadOnly={false} onEdit={(text) => edit({ text })} />
      <OwnFiles post={post} />
      {post.poll && (
        <p className="text-sm text-muted">
          <Trans>Its poll stays as it is.</Trans>
        </p>
      )}
      <AudienceFields
        terms={
          <div className="grid content-start gap-4">
            <TermsFields
              content={shown}
              hasTime={isUnpublished(post.status)}
              asked={asked}
              isReadOnly={false}
              onEdit={({ access, price, scheduledAt }) =>
                edit({
                  ...(access !== undefined && { access }),
                  ...(price !== undefined && { price }),
                  ...(scheduledAt !== undefined && { scheduledAt }),
                })
              }
            />
            {post.status !== 'archived' && (
              <EndField
                expiresAt={shown.expiresAt}
                out={post.publishedAt ?? shown.scheduledAt}
                isSaved={shown.expiresAt === (post.expiresAt ?? null) && shown.scheduledAt === post.scheduledAt}
                onEdit={(expiresAt) => edit({ expiresAt })}
              />
            )}
          </div>
        }
        view={<StrangerView {...strangerViewOf(post, records)} access={shown.access} price={shown.price} />}
        previews={<PostPreview post={post} records={records} />}
      />
      <TagsField tags={shown.tags} isReadOnly={false} onEdit={(tags) => edit({ tags })} />
      <Checkbox
        label={<Trans>Pin to the top of my page</Trans>}
        checked={shown.isPinned}
        onChange={(event) => edit({ isPinned: event.target.checked })}
      />
      <EdgeBar className="grid gap-2">
        <div role="alert" className="empty:absolute">
          {problem !== null && !editing.lacksPrice && <Notice tone="danger">{translated(problem)}</Notice>}
        </div>
        <Deeds editing={{ ...editing, save: () => asked.ask() || editing.save() }} />
      </EdgeBar>
    </>
  )
}

function Deeds({ editing: { isEdited, canSave, goesOut, isSaving, forget, save } }: { editing: PostEditing }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      {isEdited && (
        <>
          <p className="me-auto text-sm text-warn-ink">
            <Trans>You have unsaved changes.</Trans>
          </p>
          <Button kind="secondary" disabled={isSaving} onClick={() => setAsking(true)}>
            <Trans>Discard the changes</Trans>
          </Button>
        </>
      )}
      <Button busy={isSaving} disabled={!canSave} onClick={save}>
        {goesOut ? <Trans>Save and publish now</Trans> : <Trans>Save</Trans>}
      </Button>
      {isAsking && (
        <DiscardEditDialog
          onClose={() => setAsking(false)}
          onYes={() => {
            // The focused control goes away with the question, and while this is open nothing behind it can have the
            // focus.
            flushSync(() => {
              setAsking(false)
              forget()
            })
            pageHeading()?.focus({ preventScroll: true })
          }}
        />
      )}
    </div>
  )
}

function Refused({ records }: { records: OutboxRecord[] }) {
  const sync = useSync()
  const refused = records.filter(({ state }) => state === 'rejected')
  const each = (deed: 'retry' | 'discard') => {
    const all = async () => {
      for (const { id } of refused) await sync[deed](id)
    }
    void all().catch((error: unknown) => showToast('error', errorMessage(error)))
  }
  return (
    <div role="alert" className="empty:absolute">
      {refused.length > 0 && (
        <RefusedNotice refused={refused} onRetry={() => each('retry')} onDrop={() => each('discard')} />
      )}
    </div>
  )
}
