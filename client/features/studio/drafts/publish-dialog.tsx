import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { VIDEO_IN_POST } from '@vesper/sync/vesper/api/post-fields.ts'
import { PublishArgs } from '@vesper/sync/vesper/mutations/posts.ts'
import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import { postOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import * as v from 'valibot'
import { translated } from '../../../core/api/error-message.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/date-format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { AccessWord } from '../fields/access-label.tsx'
import { isDue } from '../posts/post-items.ts'
import { useFiles } from '../files/use-files.ts'

type Props = { draft: PostDraft; isOffline: boolean; onClose: () => void; onYes: () => void }

/** Says what publishing will do, or why it cannot be done yet. */
export function PublishDialog({ draft, isOffline, onClose, onYes }: Props) {
  const { t } = useLingui()
  const hasVideo = useFiles(draft.fileIds, draft).some(({ type }) => type === 'video')
  const problem = hasVideo ? VIDEO_IN_POST : problemOf(draft)
  return (
    <Dialog
      title={t`Publish this post?`}
      onClose={onClose}
      actions={
        <>
          {problem === null && draft.kept.length === 0 && (
            <Button onClick={onYes}>
              <Trans>Publish</Trans>
            </Button>
          )}
          <Button kind="secondary" onClick={onClose}>
            <Trans>Back to the draft</Trans>
          </Button>
        </>
      }
    >
      {draft.kept.length > 0 ? (
        <Notice tone="warning">
          <Trans>Both versions of a place are kept. Decide about them first.</Trans>
        </Notice>
      ) : problem === null ? (
        <WhatWillHappen draft={draft} isOffline={isOffline} />
      ) : (
        <Notice tone="danger">{translated(problem)}</Notice>
      )}
    </Dialog>
  )
}

function WhatWillHappen({ draft, isOffline }: { draft: PostDraft; isOffline: boolean }) {
  const { access, price, scheduledAt, fileIds } = draft
  return (
    <>
      <ul className="grid list-disc gap-1.5 ps-5 text-ink">
        <li>
          <Trans>
            Who can see it: <AccessWord access={access} />
          </Trans>
        </li>
        {access === 'paid' && (
          <li>
            <Plural value={price} one="It costs # token" other="It costs # tokens" />
          </li>
        )}
        <li>
          <When scheduledAt={scheduledAt} />
        </li>
        {fileIds.length > 0 && (
          <li>
            <Plural value={fileIds.length} one="With # photo" other="With # photos" />
          </li>
        )}
      </ul>
      {isOffline && (
        <p>
          <Trans>You are offline: it waits on this device and goes out as soon as the line is back.</Trans>
        </p>
      )}
    </>
  )
}

function When({ scheduledAt }: Pick<PostDraft, 'scheduledAt'>) {
  const { i18n } = useLingui()
  const now = useNow()
  if (scheduledAt === null) return <Trans>It is published at once</Trans>
  const at = formatDate(new Date(scheduledAt), i18n.locale, { dateStyle: 'full', timeStyle: 'short' })
  if (isDue(scheduledAt, now)) return <Trans>It is published at once: its time, {at}, has passed</Trans>
  return <Trans>It is published on {at}</Trans>
}

function problemOf(draft: PostDraft): string | null {
  const checked = v.safeParse(PublishArgs, postOf(draft), validationMessage)
  return checked.success ? null : checked.issues[0].message
}
