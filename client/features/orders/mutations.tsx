import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

const area = { Heading: () => <Trans>Orders</Trans> }

export const orderMutations = {
  'order.received': {
    Label: () => <Trans>An order that has arrived</Trans>,
    Description: () => <Trans>Say that an order has arrived</Trans>,
    area,
  },
  'order.process': {
    Label: () => <Trans>An order that is packed</Trans>,
    Description: () => <Trans>Start to pack an order</Trans>,
    area,
  },
  'order.ship': {
    Label: () => <Trans>An order that is sent</Trans>,
    Description: ({ args: { trackingNumber } }) =>
      trackingNumber ? <Trans>Mark as shipped: {trackingNumber}</Trans> : <Trans>Mark an order as shipped</Trans>,
    area,
  },
  'order.note': {
    Label: () => <Trans>A note on an order</Trans>,
    Description: () => <Trans>Write a note on an order</Trans>,
    area,
    textToCopy: ({ note }) => note ?? '',
  },
} satisfies Partial<AllMutationWords>
