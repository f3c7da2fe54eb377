import { createFileRoute, redirect } from '@tanstack/react-router'

/** An address that links from elsewhere use: the details stand on the page of the payouts. */
export const Route = createFileRoute('/creator/payout-details')({
  beforeLoad: () => {
    throw redirect({ to: '/creator/payouts', replace: true })
  },
})
