import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskCreator, DocumentKind } from '@vesper/sync/vesper/api/desk-creators.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { isStale } from '../use-stale.ts'

export { PROBLEM_MAX } from '@vesper/sync/vesper/api/desk-creators.ts'

/** The typed problem of each document. */
export type Problems = Partial<Record<DocumentKind, string>>

type Props = { creator: DeskCreator; problems: Problems; onDone: () => void; onStale: () => void }

/** Approves the creator, or rejects the documents that have a problem. */
export function ReviewButtons({ creator, problems, onDone, onStale }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [isTried, setTried] = useState(false)
  const documents = creator.documents.flatMap(({ kind }) => {
    const reason = problems[kind]?.trim() ?? ''
    return reason === '' ? [] : [{ kind, reason }]
  })
  const send = useAction(async (decision: 'approve' | 'reject') => {
    const body = { _id: v7(), version: creator.version, decision, ...(decision === 'reject' && { documents }) }
    try {
      await callApi({ method: 'POST', path: `/desk/creators/${creator._id}/review`, body, answer: Done })
    } catch (error) {
      // The problems stay, beside the refusal.
      if (isStale(error)) onStale()
      throw error
    }
    void showToast('success', t`Done. The creator hears of it by mail.`)
    onDone()
  })
  if (creator.isOwn) {
    return (
      <Notice tone="info">
        <Trans>Another person has to decide on your own account.</Trans>
      </Notice>
    )
  }
  if (!creator.mayReview) return null
  const reject = () => {
    setTried(true)
    if (documents.length > 0) void send.run('reject')
  }
  return (
    <>
      <div role="alert" className="empty:absolute">
        {send.error !== null ? (
          <Notice tone="danger">{errorMessage(send.error)}</Notice>
        ) : (
          isTried &&
          documents.length === 0 && (
            <Notice tone="danger">
              <Trans>Write the problem with at least one document.</Trans>
            </Notice>
          )
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {creator.verification !== 'approved' && (
          <Button
            busy={send.busy}
            disabled={isOffline || documents.length > 0}
            onClick={() => void send.run('approve')}
          >
            <Trans>Approve</Trans>
          </Button>
        )}
        <Button kind="danger" busy={send.busy} disabled={isOffline} onClick={reject}>
          <Trans>Reject</Trans>
        </Button>
      </div>
    </>
  )
}
