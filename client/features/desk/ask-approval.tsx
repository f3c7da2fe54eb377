import { useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import type { ApprovalRecord } from '@vesper/sync/vesper/api/staff.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { FactList } from './fact-list.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useApprovalWords } from './use-approval-words.ts'

type Props = {
  kind: string
  payload: Record<string, unknown>
  /** The effect as the page knows it, in the words of requests. */
  facts?: ApprovalRecord['facts']
  /** The thing that is asked for: the typed reason waits under this name. */
  about: string
  onAsked: () => void
  onStale?: ((refusal: Refusal) => void) | undefined
  onClose: () => void
}

/** Asks a second person for consent to something. */
export function AskApproval({ kind, payload, facts = {}, about, onAsked, onStale, onClose }: Props) {
  const { t } = useLingui()
  const { kindOf, factsOf } = useApprovalWords()
  const [_id] = useState(() => v7())
  const send = async (words: string) => {
    const body = { _id, kind, payload, reason: words }
    await callApi({ method: 'POST', path: '/desk/approvals', body, answer: Done })
    void showToast('success', t`Asked. A second person has to approve this.`)
    onAsked()
  }
  return (
    <ReasonDialog title={kindOf(kind)} yes={t`Ask for approval`} {...{ about, onStale, onClose }} onSend={send}>
      <FactList facts={factsOf(facts)} />
    </ReasonDialog>
  )
}
