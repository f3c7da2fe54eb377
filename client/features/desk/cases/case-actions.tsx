import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { CaseDetail } from '@vesper/sync/vesper/api/cases.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage, translated } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { CloseCase } from './close-case.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import type { Clause } from './decide-values.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** The rule that a reason of reports speaks of. */
const clauseOf: Readonly<Record<CaseDetail['categories'][number], Clause | ''>> = {
  ...{ illegal: 'law', minor: 'minors', 'non-consensual': 'consent', impersonation: 'impersonation' },
  ...{ spam: 'spam', copyright: 'copyright', other: '' },
}

/** The steps that one can take in a case. */
export function CaseActions({ detail, onChanged }: { detail: CaseDetail; onChanged: () => Promise<unknown> }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  // The version that was looked at: the page reads the case again behind the dialog.
  const [decidingOn, setDecidingOn] = useState<number | null>(null)
  const { _id, version, claim, state, whyNot, objectType, preview, categories } = detail
  const claiming = useAction(async () => {
    await callApi({ method: 'POST', path: `/desk/cases/${_id}/claim`, body: {}, answer: Done })
    await onChanged()
  })
  const [closingOn, setClosingOn] = useState<number | null>(null)
  // As it was looked at, while the dialog is open.
  const [merged, setMerged] = useState<CaseDetail | null>(null)
  const navigate = useNavigate()
  const { error } = claiming
  const [only] = categories
  return (
    <>
      <Claimed claim={claim} />
      {whyNot !== null && <Notice>{translated(whyNot)}</Notice>}
      {state !== 'closed' && (
        <div className="flex flex-wrap gap-2">
          {!claim?.isOwn && (
            <Button
              kind="secondary"
              busy={claiming.busy}
              disabled={isOffline || whyNot !== null}
              onClick={() => void claiming.run()}
            >
              <Trans>Claim</Trans>
            </Button>
          )}
          <Button disabled={isOffline || whyNot !== null} onClick={() => setDecidingOn(version)}>
            <Trans>Decide…</Trans>
          </Button>
          <Button kind="secondary" disabled={isOffline || whyNot !== null} onClick={() => setClosingOn(version)}>
            <Trans>Close case</Trans>
          </Button>
          <Button kind="secondary" disabled={isOffline || whyNot !== null} onClick={() => setMerged(detail)}>
            <Trans>Merge…</Trans>
          </Button>
        </div>
      )}
      <div role="alert" className="empty:absolute">
        {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      </div>
      {merged && (
        <MergeDialog
          detail={merged}
          onClose={() => setMerged(null)}
          onStale={() => void onChanged()}
          onMerged={(into) => {
            setMerged(null)
            void navigate({ to: '/desk/cases/$caseId', params: { caseId: into } })
          }}
        />
      )}
      {closingOn !== null && (
        <CloseCase caseId={_id} version={closingOn} onChanged={onChanged} onClose={() => setClosingOn(null)} />
      )}
      {decidingOn !== null && (
        <DecideDialog
          subject={{ caseId: _id, version: decidingOn }}
          about={{ objectType, preview }}
          clause={categories.length === 1 && only ? clauseOf[only] : ''}
          onClose={() => setDecidingOn(null)}
          onLookAgain={() => {
            setDecidingOn(null)
            void onChanged()
          }}
          onDecided={() => {
            setDecidingOn(null)
            void showToast('success', t`Decided`)
            void onChanged()
          }}
        />
      )}
    </>
  )
}

function Claimed({ claim }: Pick<CaseDetail, 'claim'>) {
  if (claim === null) return null
  return (
    <p role="status" className="text-sm text-muted">
      {claim.isOwn ? (
        <Trans>You work on this.</Trans>
      ) : (
        <Trans>
          <bdi>{claim.by}</bdi> works on this.
        </Trans>
      )}
    </p>
  )
}
