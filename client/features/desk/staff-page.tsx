import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { StaffList } from '@vesper/sync/vesper/api/staff.ts'
import type { StaffMember } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { AddStaffDialog } from './add-staff-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useApprovalWords } from './use-approval-words.ts'
import { useDeskAnswer } from './use-desk-answer.ts'

/** The people who may use the desk, with their parts. */
export function StaffPage() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useDeskAnswer('/desk/staff', StaffList)
  const [isAdding, setAdding] = useState(false)
  const asked = () => void showToast('success', t`Asked. A second person has to approve this.`)
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Staff`}
        actions={
          <Button disabled={isOffline} onClick={() => setAdding(true)}>
            <Trans>Add staff</Trans>
          </Button>
        }
      />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {data ? (
          <ul role="list" aria-label={t`Staff`} className="grid grid-cols-1 gap-2">
            {data.data.map((member) => (
              <Member key={member._id} member={member} onAsked={asked} />
            ))}
          </ul>
        ) : error === undefined ? (
          <Skeleton className="h-40 rounded-card" />
        ) : (
          <ErrorState
            title={t`The staff could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </div>
      {isAdding && (
        <AddStaffDialog
          onClose={() => setAdding(false)}
          onAsked={() => {
            setAdding(false)
            asked()
          }}
        />
      )}
    </main>
  )
}

function Member({ member, onAsked }: { member: StaffMember; onAsked: () => void }) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { roles } = useApprovalWords()
  const [isRevoking, setRevoking] = useState(false)
  const [requestId] = useState(() => v7())
  const name = member.username ?? member.name
  const role = roles[member.role]
  const since = formatDate(new Date(member.grantedAt), i18n.locale, { dateStyle: 'medium' })
  const revoke = async (reason: string) => {
    const path = `/desk/staff/${member._id}/revoke`
    await callApi({ method: 'POST', path, body: { _id: requestId, reason }, answer: Done })
    setRevoking(false)
    onAsked()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4">
      <div className="grid min-w-40 flex-1">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        <p className="text-sm text-muted">
          <Trans>
            {role} since {since}
          </Trans>
        </p>
        {!member.hasFactor && (
          <p className="text-sm text-danger-ink">
            <Trans>No second factor yet: the desk stays closed.</Trans>
          </p>
        )}
      </div>
      <Button
        kind="secondary"
        disabled={isOffline}
        aria-label={t`Take away ${role} of ${name}`}
        onClick={() => setRevoking(true)}
      >
        <Trans>Take away</Trans>
      </Button>
      {isRevoking && (
        <ReasonDialog
          title={t`Take away ${role} of ${name}?`}
          yes={t`Ask for approval`}
          tone="danger"
          about={`staff.revoke:${member._id}`}
          onSend={revoke}
          onClose={() => setRevoking(false)}
        />
      )}
    </li>
  )
}
