import { Trans } from '@lingui/react/macro'
import { ConnectedAccount } from '@vesper/sync/vesper/api/payouts.ts'
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { v7 } from 'uuid'
import type * as v from 'valibot'
import { callApi } from '../../../core/api/api.ts'
import { useOnReconnect } from '../../../core/connection/use-on-reconnect.ts'
import { CheckNotice } from '../../../entities/payments/check-notice.tsx'
import { Notice } from '../../../ui/form/notice.tsx'

/** Tells if the account is ready from whose form the creator comes back. The server asks the provider for it. */
export function ReturnNotice({ onSettled }: { onSettled: () => void }) {
  // Each return asks for itself.
  const [id] = useState(() => v7())
  const { data, error, mutate } = useSWR<v.InferOutput<typeof ConnectedAccount>, unknown>(
    ['returned-account', id],
    () => callApi({ method: 'POST', path: '/stripe/accounts', body: {}, answer: ConnectedAccount }),
    { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  useOnReconnect(error !== undefined, () => void mutate())
  const status = data?.status
  useEffect(() => {
    if (status !== undefined) onSettled()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [status])
  if (status === 'ready')
    return (
      <Notice tone="ok" role="status">
        <Trans>Your account at Stripe is ready for payouts.</Trans>
      </Notice>
    )
  if (status === 'onboarding')
    return (
      <Notice tone="warning" role="status">
        <Trans>Stripe still needs something from you. Continue there to finish.</Trans>
      </Notice>
    )
  return (
    <CheckNotice error={error} onRetry={() => void mutate()}>
      <Trans>Your account at Stripe is being checked.</Trans>
    </CheckNotice>
  )
}
