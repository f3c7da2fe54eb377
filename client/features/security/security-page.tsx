import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ended } from '@vesper/sync/vesper/api/factors.ts'
import { useUnit } from 'effector-react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Card } from '../../ui/list/card.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { DevicesList } from './devices-list.tsx'
import { FactorsCard } from './factors-card.tsx'
import { ResetNotice } from './reset-notice.tsx'
import { useSecurity } from './use-security.ts'

type Props = {
  account: string
  /** With a second factor, staff go on from here to the desk. */
  isStaff: boolean
}

/** How the account is signed in to: its second factors, and the devices on which it is open. */
export function SecurityPage({ account, isStaff }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { security, error, reread } = useSecurity(account)
  const endOthers = useActionWithToast(async () => {
    const { ended } = await callApi({ method: 'DELETE', path: '/auth/users/me/sessions', answer: Ended })
    await reread()
    announce(ended === 0 ? t`There was no other device` : t`Your other devices are signed out`)
  })
  return (
    <main className="mx-auto w-full max-w-2xl">
      <PageHeader title={t`Security`} />
      <div className="safe-x grid gap-5 pt-2 pb-10">
        {isOffline && (
          <Notice tone="warning">
            <Trans>You are offline. Security needs a connection.</Trans>
          </Notice>
        )}
        {!security && error === undefined && <Skeleton className="h-48 rounded-card" />}
        {!security && error !== undefined && (
          <ErrorState
            title={t`Your security could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void reread()}
          />
        )}
        {security && (
          <>
            {security.resetDueAt != null && <ResetNotice dueAt={security.resetDueAt} onStopped={reread} />}
            <FactorsCard security={security} onChanged={reread} />
            {isStaff && (security.hasTotp || security.passkeys.length > 0) && (
              <Link to="/desk" className={buttonClass('secondary')}>
                <Trans>Open the desk</Trans>
              </Link>
            )}
            <Card className="grid gap-4">
              <h2 className="text-lg font-semibold">
                <Trans>Devices</Trans>
              </h2>
              <DevicesList devices={security.sessions} onChanged={reread} />
              {security.sessions.some(({ current, state }) => !current && state === 'open') && (
                <Button kind="secondary" busy={endOthers.busy} onClick={() => void endOthers.run()}>
                  <Trans>Sign out all other devices</Trans>
                </Button>
              )}
            </Card>
          </>
        )}
      </div>
    </main>
  )
}
