import { createHash } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Stripe } from 'stripe'
import { PayeeRefused, PayeeWaits } from '../payees.ts'
import type { Payees, PayeePayout, PayOrder } from '../payees.ts'
import { isRefused } from './stripe-errors.ts'
import type { Spoken } from './stripe-errors.ts'

/**
 * Payees as Express accounts of Stripe Connect. A payout is a transfer to the account and a payout of the account, whose
 * schedule is manual so that nothing else leaves it.
 */
export function stripePayees(stripe: Stripe, spoken: Spoken): Payees {
  const payees = callsOf(stripe)
  return {
    createAccount: (owner) => spoken(() => payees.createAccount(owner)),
    readAccount: (accountId) => spoken(() => payees.readAccount(accountId)),
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
    async readAccount(accountId) {
      const account = await stripe.accounts.retrieve(accountId)
      const isReady = account.payouts_enabled && account.capabilities?.transfers === 'active'
      return { isReady, currency: (account.default_currency ?? '').toUpperCase() }
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

/**
 * An account in another country than the platform's takes the agreement of recipients, who are paid and sell nothing. Where
 * the provider has none for the two countries, it takes the usual one.
 */
async function createAccount(stripe: Stripe, owner: Owner): Promise<string> {
  const { country: home } = await stripe.accounts.retrieveCurrent()
  const agreements =
    home === undefined || home === owner.country ? (['full'] as const) : (['recipient', 'full'] as const)
  for (const agreement of agreements) {
    const id = await openAccount(stripe, owner, agreement)
    if (id !== null) return id
  }
  const text = 'The payment provider opens no accounts in your country. Choose payouts to your bank account.'
  throw new Refusal('conflict', text)
}

type Owner = { reference: string; email: string; country: string }

/** Null where the provider refuses the country or the agreement. */
async function openAccount(
  stripe: Stripe,
  { reference, email, country }: Owner,
  agreement: 'full' | 'recipient',
): Promise<string | null> {
  try {
    const account = await stripe.accounts.create(
      {
        type: 'express',
        ...{ email, country },
        capabilities: { transfers: { requested: true } },
        ...(agreement === 'recipient' ? { tos_acceptance: { service_agreement: agreement } } : {}),
        settings: { payouts: { schedule: { interval: 'manual' } } },
        metadata: { reference },
      },
      // An address that has changed since the first try is another parameter, and takes another key.
      { idempotencyKey: `account:${reference}:${digestOf({ email, country, agreement })}` },
    )
    return account.id
  } catch (error) {
    if (isRefused(error) && COUNTRY.test(error.param ?? '')) return null
    throw error
  }
}

const COUNTRY = /^(?:country|tos_acceptance)/

function digestOf(parameters: object): string {
  return createHash('sha256').update(JSON.stringify(parameters)).digest('hex').slice(0, 16)
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

/** Tells a refusal for good, which its key remembers, and a balance that is too low, from what may be tried again. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error, 'balance_insufficient')) throw new PayeeWaits(error.message, { cause: error })
    const isFinal = isRefused(error) && FINAL.has(error.statusCode ?? 0)
    if (isFinal) throw new PayeeRefused(error.message, { cause: error })
    throw error
  }
}

const FINAL = new Set([400, 402, 403, 404])
