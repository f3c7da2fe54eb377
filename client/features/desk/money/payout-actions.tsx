import { Trans, useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { secondPersonFrom } from '@vesper/sync/vesper/api/desk-money.ts'
import type { DeskPayout } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { AskApproval } from '../ask-approval.tsx'
import { FactList } from '../fact-list.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useApprovalWords } from '../use-approval-words.ts'

type Decision = 'approve' | 'reject' | 'paid' | 'failed'
type Props = { payout: DeskPayout; onDecided: () => void; onStale: (refusal: Refusal) => void }

/** The decisions that a payout in its state allows; where it allows none, the reason. */
export function PayoutActions({ payout, onDecided, onStale }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [open, setOpen] = useState<Decision | 'ask' | null>(null)
  const close = () => setOpen(null)
  const done = () => {
    close()
    onDecided()
  }
  const stale = (refusal: Refusal) => {
    close()
    onStale(refusal)
  }
  const { creator } = payout
  const words: Record<Decision, { title: string; yes: string }> = {
    approve: { title: t`Approve the payout of ${creator}?`, yes: t`Approve` },
    reject: { title: t`Reject the payout of ${creator}?`, yes: t`Reject` },
    paid: { title: t`Has the bank paid ${creator}?`, yes: t`Paid` },
    failed: { title: t`Has the payout of ${creator} failed?`, yes: t`Failed` },
  }
  const choices: (Decision | 'ask')[] =
    payout.state === 'pending'
      ? [payout.amount >= secondPersonFrom.payout ? 'ask' : 'approve', 'reject']
      : payout.state === 'processing' && payout.method === 'bank'
        ? ['paid', 'failed']
        : []
  return (
    <>
      {payout.isAsked && (
        <span className="text-muted">
          <Trans>Waits for a second person</Trans>
        </span>
      )}
      {payout.reason !== null && <span dir="auto">{payout.reason}</span>}
      <span className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button
            key={choice}
            kind={choice === 'reject' || choice === 'failed' ? 'secondary' : 'primary'}
            disabled={isOffline || (choice === 'ask' && payout.isAsked)}
            onClick={() => setOpen(choice)}
          >
            {choice === 'ask' ? t`Ask for approval` : words[choice].yes}
          </Button>
        ))}
      </span>
      {open === 'ask' && (
        <AskApproval
          kind="payout.approve"
          payload={{ payoutId: payout._id }}
          about={`payout:${payout._id}:ask`}
          facts={factsOf(payout)}
          onAsked={done}
          onStale={stale}
          onClose={close}
        />
      )}
      {open !== null && open !== 'ask' && (
        <DecideDialog
          {...{ payout, decision: open, words: words[open] }}
          onDone={done}
          onStale={stale}
          onClose={close}
        />
      )}
    </>
  )
}

type DialogProps = {
  payout: DeskPayout
  decision: Decision
  words: { title: string; yes: string }
  onDone: () => void
  onStale: (refusal: Refusal) => void
  onClose: () => void
}

function DecideDialog({ payout, decision, words, onDone, ...dialog }: DialogProps) {
  const { t } = useLingui()
  const approval = useApprovalWords()
  const [_id] = useState(() => v7())
  const send = async (reason: string) => {
    const body = { _id, reason, state: payout.state, amount: payout.amount }
    await callApi({ method: 'POST', path: `/desk/payouts/${payout._id}/${decision}`, body, answer: Done })
    void showToast('success', t`Done`)
    onDone()
  }
  const isRefusal = decision === 'reject' || decision === 'failed'
  return (
    <ReasonDialog
      {...{ ...words, ...dialog }}
      tone={isRefusal ? 'danger' : 'primary'}
      about={`payout:${payout._id}:${decision}`}
      onSend={send}
    >
      <FactList facts={approval.factsOf(factsOf(payout))} />
      {isRefusal && (
        <p className="text-base">
          <Trans>The creator reads the reason.</Trans>
        </p>
      )}
    </ReasonDialog>
  )
}

function factsOf({ creator, amount, fee, currency, method, destination, balance }: DeskPayout) {
  return { account: creator, amount, fee, currency, method, destination, balance }
}
