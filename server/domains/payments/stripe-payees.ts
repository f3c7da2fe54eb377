import { Stripe } from 'stripe'
import { PayeeRefused } from './payees.ts'
import { spoken } from './stripe-errors.ts'
import type { Payees, PayeePayout, PayOrder } from './payees.ts'

/**
 * Payees as Express accounts of Stripe Connect. A payout is a transfer to the account and a payout of the account, whose
 * schedule is manual so that nothing else leaves it.
 */
export function stripePayees(stripe: Stripe): Payees {
  const payees = callsOf(stripe)
  return {
    createAccount: (owner) => spoken(() => payees.createAccount(owner)),
    isReady: (accountId) => spoken(() => payees.isReady(accountId)),
    formOf: (accountId, url) => spoken(() => payees.formOf(accountId, url)),
    payOut: (order) => spoken(() => payees.payOut(order)),
    readPayout: (payout) => spoken(() => payees.readPayout(payout)),
    takeBack: (transferId) => spoken(() => payees.takeBack(transferId)),
  }
}

function callsOf(stripe: Stripe): Payees {
  return {
    createAccount: ({ reference, email, country }) => createAccount(stripe, { reference, email, country }),
    async isReady(accountId) {
      const { payouts_enabled: canPayOut, capabilities } = await stripe.accounts.retrieve(accountId)
      return canPayOut && capabilities?.transfers === 'active'
    },
    async formOf(account, url) {
      const link = await stripe.accountLinks.create({
        ...{ account, type: 'account_onboarding', return_url: url, refresh_url: url },
      })
      return link.url
    },
    payOut: (order) => payOut(stripe, order),
    async readPayout({ id, accountId }) {
      return statusOf(await stripe.payouts.retrieve(id, {}, { stripeAccount: accountId }))
    },
    takeBack: (transferId) => takeBack(stripe, transferId),
  }
}

async function createAccount(
  stripe: Stripe,
  { reference, email, country }: { reference: string; email: string; country: string },
): Promise<string> {
  const account = await stripe.accounts.create(
    {
      type: 'express',
      ...{ email, country },
      capabilities: { transfers: { requested: true } },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { reference },
    },
    { idempotencyKey: `account:${reference}` },
  )
  return account.id
}

async function payOut(stripe: Stripe, { reference, accountId, amount, currency }: PayOrder): Promise<PayeePayout> {
  const metadata = { reference }
  const transfer = await refusing(() =>
    stripe.transfers.create(
      { amount, currency, destination: accountId, transfer_group: reference, metadata },
      { idempotencyKey: `transfer:${reference}` },
    ),
  )
  try {
    const payout = await refusing(() =>
      stripe.payouts.create(
        { amount, currency, metadata },
        { idempotencyKey: `payout:${reference}`, stripeAccount: accountId },
      ),
    )
    return { id: payout.id, transferId: transfer.id, status: statusOf(payout) }
  } catch (error) {
    if (error instanceof PayeeRefused) await takeBack(stripe, transfer.id)
    throw error
  }
}

async function takeBack(stripe: Stripe, transferId: string): Promise<void> {
  await stripe.transfers.createReversal(transferId, {}, { idempotencyKey: `take-back:${transferId}` })
}

function statusOf({ status }: Stripe.Payout): PayeePayout['status'] {
  if (status === 'paid') return 'paid'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'under-way'
}

/** Tells a refusal for good, which its key remembers, from what may be tried again. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError && FINAL.has(error.statusCode ?? 0)
    if (isFinal) throw new PayeeRefused(error.message, { cause: error })
    throw error
  }
}

const FINAL = new Set([400, 402, 403, 404])
