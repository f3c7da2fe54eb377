import { Trans, useLingui } from '@lingui/react/macro'
import { SubscriptionList } from '@vesper/sync/vesper/api/subscriptions.ts'
import { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'

/**
 * Subscriptions that renew, for an account that reaches no other page: each can be canceled at once. All of them are read: one
 * that is missing goes on to be charged.
 */
export function OwnRenewals() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [canceling, setCanceling] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const list = usePagedList({
    path: '/subscriptions/user/search',
    answer: SubscriptionList,
    search: { current: Infinity },
    pageSize: 100,
  })
  const renewing = list.items?.filter(({ autoRenew }) => autoRenew) ?? []
  if (renewing.length === 0 && failure === null && list.error === undefined) return null
  async function cancel(id: string): Promise<void> {
    setCanceling(id)
    setFailure(null)
    try {
      await callApi({ method: 'POST', path: `/payment/stripe/cancel-subscription/${id}`, answer: Subscription })
      await list.reload()
    } catch (error) {
      setFailure(error)
    } finally {
      setCanceling(null)
    }
  }
  return (
    <section aria-label={t`Subscriptions`} className="grid grid-cols-1 gap-2">
      <p className="text-sm text-muted">
        <Trans>Your subscriptions go on and are charged until you cancel them.</Trans>
      </p>
      {isOffline && (
        <Notice tone="warning" role="status">
          <Trans>Needs a connection.</Trans>
        </Notice>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {renewing.map(({ _id, performer: { name } }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-2 rounded-card border border-line bg-surface p-4"
          >
            <bdi className="min-w-0 font-semibold wrap-anywhere">{name}</bdi>
            <Button
              kind="secondary"
              aria-label={t`Cancel the subscription to ${name}`}
              busy={canceling === _id}
              disabled={isOffline || canceling !== null}
              onClick={() => void cancel(_id)}
            >
              <Trans>Cancel subscription</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {list.error !== undefined && (
        <ErrorState
          title={t`Your subscriptions could not be loaded`}
          message={errorMessage(list.error)}
          onRetry={list.retry}
        />
      )}
      <div role="alert" className="empty:absolute">
        {failure !== null && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      </div>
    </section>
  )
}
