import { Trans } from '@lingui/react/macro'
import type { Charge } from '@vesper/sync/vesper/api/charges.ts'

/** The thing that was paid for, by its own name where it has one. */
export function ChargeName({ charge: { type, title, item, performer } }: { charge: Omit<Charge, 'balance'> }) {
  const { name } = performer
  // The line of the creator's menu that a tip has bought.
  if (item) {
    return (
      <Trans>
        Tip to {name}: {item}
      </Trans>
    )
  }
  if (title) return <bdi>{title}</bdi>
  switch (type) {
    case 'tip':
      return <Trans>Tip to {name}</Trans>
    case 'feed':
      return <Trans>Post by {name}</Trans>
    case 'video':
      return <Trans>Video by {name}</Trans>
    case 'gallery':
      return <Trans>Gallery by {name}</Trans>
    case 'message':
      return <Trans>Message from {name}</Trans>
    case 'stream':
      return <Trans>Live stream by {name}</Trans>
    case 'subscription':
      return <Trans>Subscription to {name}</Trans>
    case 'product':
      return <Trans>Order from {name}</Trans>
  }
}
