import { Trans } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Card } from '@vesper/sync/vesper/api/cards.ts'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import useSWR from 'swr'
import { callApi } from '../../core/api/api.ts'
import { $offline } from '../../core/connection/model.ts'
import { useOnReconnect } from '../../core/connection/use-on-reconnect.ts'
import { CheckNotice } from '../../entities/payments/check-notice.tsx'
import { Notice } from '../../ui/form/notice.tsx'

/** Milliseconds between two questions while a card is not confirmed. */
const ASK_EVERY_MS = 3_000

/** Tells if the card is saved that its owner has come back from, asked at the server until it is. */
export function SavedNotice({ checkoutId, onSettled }: { checkoutId: string; onSettled: () => void }) {
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useSWR<Card | null, unknown>(
    ['confirm-card', checkoutId],
    () => confirm(checkoutId),
    { refreshInterval: (card) => (card ? 0 : ASK_EVERY_MS), shouldRetryOnError: false },
  )
  useOnReconnect(error !== undefined, () => void mutate())
  const isSaved = Boolean(data)
  // A reload of the page asks no more.
  useEffect(() => {
    if (isSaved) onSettled()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSaved])
  if (data?.status === 'blocked')
    return (
      <Notice tone="danger" role="alert">
        <Trans>Blocked: a payment with it was taken back.</Trans>
      </Notice>
    )
  if (data)
    return (
      <Notice tone="ok" role="status">
        <Trans>The card is saved.</Trans>
      </Notice>
    )
  return (
    <CheckNotice error={isOffline ? undefined : error} onRetry={() => void mutate()}>
      <Trans>The card is being checked. Nothing is lost if you leave this page.</Trans>
    </CheckNotice>
  )
}

/** The card; null while the provider has not confirmed it. */
async function confirm(checkoutId: string): Promise<Card | null> {
  try {
    const body = { checkoutId }
    return await callApi({ method: 'POST', path: '/stripe/confirm-registration', body, answer: Card })
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'conflict') return null
    throw error
  }
}
