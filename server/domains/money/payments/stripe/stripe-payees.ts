import { Stripe } from 'stripe'
import { PayeeRefused } from '../payees.ts'
import type { Payees, PayeePayout, PayOrder } from '../payees.ts'
import type { Spoken } from './stripe-errors.ts'

/**
 * Payees as Express accounts of Stripe Connect. A payout is a transfer to the account and a payout of the account, whose
 * schedule is manual so that nothing else leaves it.
 */
export function stripePayees(stripe: Stripe, spoken: Spoken): Payees {
  const payees = callsOf(stripe)
  return {
    createAccount: (owner) => spoken(() => payees.createAccount(owner)),
    isReady: (accountId) => spoken(() => payees.isReady(accountId)),
    formOf: (accountId, url) => spoken(() => payees.formOf(accountId, url)),
    transfer: (order) => spoken(() => payees.transfer(order)),
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
    transfer: (order) => transfer(stripe, order),
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

/** The provider forgets its key after a day: what it has by then is found in its lists. */
async function transfer(stripe: Stripe, { reference, accountId, amount, currency }: PayOrder): Promise<string> {
  const { data } = await stripe.transfers.list({ transfer_group: reference, limit: 1 })
  const [known] = data
  if (known) return known.id
  const made = await refusing(() =>
    stripe.transfers.create(
      { amount, currency, destination: accountId, transfer_group: reference, metadata: { reference } },
      { idempotencyKey: `transfer:${reference}` },
    ),
  )
  return made.id
}

async function payOut(
  stripe: Stripe,
  { reference, accountId, amount, currency, transferId }: PayOrder & { transferId: string },
): Promise<PayeePayout> {
  const known = await findPayout(stripe, { reference, accountId })
  if (known) return { id: known.id, status: statusOf(known) }
  const { reversed } = await stripe.transfers.retrieve(transferId)
  if (reversed) throw new PayeeRefused('the transfer was taken back')
  const payout = await refusing(() =>
    stripe.payouts.create(
      { amount, currency, metadata: { reference } },
      { idempotencyKey: `payout:${reference}`, stripeAccount: accountId },
    ),
  )
  return { id: payout.id, status: statusOf(payout) }
}

/** The list has no filter for metadata, so it is read page by page; an account has one payout for each request. */
async function findPayout(
  stripe: Stripe,
  { reference, accountId }: Pick<PayOrder, 'reference' | 'accountId'>,
): Promise<Stripe.Payout | null> {
  for await (const payout of stripe.payouts.list({ limit: 100 }, { stripeAccount: accountId })) {
    if (payout.metadata?.['reference'] === reference) return payout
  }
  return null
}

async function takeBack(stripe: Stripe, transferId: string): Promise<void> {
  const { reversed } = await stripe.transfers.retrieve(transferId)
  if (!reversed) await stripe.transfers.createReversal(transferId, {}, { idempotencyKey: `take-back:${transferId}` })
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
