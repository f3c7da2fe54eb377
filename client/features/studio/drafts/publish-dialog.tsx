import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import { PublishArgs } from '@vesper/sync/vesper/mutations/posts.ts'
import { postOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { translated } from '../../../core/api/error-message.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { AccessLabel } from '../fields/access-label.tsx'
import { EndField, useEndProblem } from '../fields/end-field.tsx'
import { PublishTimeFields, usePublishTime } from './publish-time.tsx'

/** When a post goes out, null for now, and when it ends, null for never; ISO 8601. */
export type PublishTimes = Pick<PostDraft, 'scheduledAt' | 'expiresAt'>

type Props = {
  draft: PostDraft
  isOffline: boolean
  /** The editor of the draft is below the dialog. */
  isEditing?: boolean
  /** The author goes back, with the times chosen so far. */
  onClose: (times: PublishTimes) => void
  /** The author goes on, with these times, which may be others than the draft's. */
  onYes: (times: PublishTimes) => void
}

/** Asks when to publish and says who sees it, or why it cannot be done yet. */
export function PublishDialog({ draft, isOffline, isEditing = false, onClose, onYes }: Props) {
  const { t } = useLingui()
  const time = usePublishTime(draft.scheduledAt)
  const end = useEnd(draft.expiresAt ?? null, time.scheduledAt)
  const times = { scheduledAt: time.scheduledAt, expiresAt: end.expiresAt }
  const problem = problemOf({ ...draft, ...times })
  const isAllowed = problem === null && draft.kept.length === 0
  const close = () => onClose(times)
  return (
    <Dialog
      title={time.isLater && isAllowed ? t`Schedule this post?` : t`Publish this post?`}
      onClose={close}
      actions={
        <>
          {isAllowed && (
            // The second click of a double click has read nothing.
            <Button onClick={({ detail }) => detail < 2 && time.check() && end.check() && onYes(times)}>
              {time.isLater ? <Trans>Schedule</Trans> : <Trans>Publish</Trans>}
            </Button>
          )}
          <Button kind="secondary" onClick={close}>
            {isEditing ? <Trans>Back to the draft</Trans> : <Trans>Cancel</Trans>}
          </Button>
        </>
      }
    >
      {isAllowed && (
        <>
          <WhatWillHappen draft={draft} />
          <PublishTimeFields time={time} />
          <EndField ref={end.field} expiresAt={end.expiresAt} out={time.scheduledAt} onEdit={end.enter} />
          {isOffline && (
            <p>
              {time.isLater ? (
                <Trans>You are offline. The post is scheduled when you are back online.</Trans>
              ) : (
                <Trans>You are offline. The post is published when you are back online.</Trans>
              )}
            </p>
          )}
        </>
      )}
      {draft.kept.length > 0 ? (
        <Notice tone="warning">
          <Trans>There are two versions of some text. Choose between them first.</Trans>
        </Notice>
      ) : (
        problem !== null && <Notice tone="danger">{translated(problem)}</Notice>
      )}
    </Dialog>
  )
}

/** The end, which begins with that of the draft; one that cannot be holds the author up. */
function useEnd(ofDraft: string | null, out: string | null) {
  const field = useRef<HTMLInputElement>(null)
  const [expiresAt, enter] = useState(ofDraft)
  const problem = useEndProblem(expiresAt, out)
  const check = () => {
    if (problem !== null) field.current?.focus()
    return problem === null
  }
  return { field, expiresAt, enter, check }
}

function WhatWillHappen({ draft: { access, price, fileIds } }: { draft: PostDraft }) {
  return (
    <ul className="grid list-disc gap-1.5 ps-5 text-ink">
      <li>
        <Trans>
          Who can see it: <AccessLabel access={access} />
        </Trans>
      </li>
      {access === 'paid' && (
        <li>
          <Plural value={price} one="It costs # token" other="It costs # tokens" />
        </li>
      )}
      {fileIds.length > 0 && (
        <li>
          <Plural value={fileIds.length} one="With # file" other="With # files" />
        </li>
      )}
    </ul>
  )
}

function problemOf(draft: PostDraft): string | null {
  const checked = v.safeParse(PublishArgs, postOf(draft), validationMessage)
  return checked.success ? null : checked.issues[0].message
}
