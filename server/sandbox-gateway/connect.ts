import type Stripe from 'stripe'
import * as v from 'valibot'
import { platformBalance } from './balance.ts'
import { call } from './calls.ts'
import { addAccountEvent, addEvent, newId, now } from './events.ts'
import { invalidRequest, unknownObject } from './gateway-error.ts'
import { NoParameters } from './parameters.ts'
import { insertObject, listObjects, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

const LINK_SECONDS = 300
/** Any fixed number. */
const BALANCE_LOCK = 7_210_078

/** The platform is at home here. An account elsewhere is a recipient. */
const HOME = 'US'
const PLATFORM = {
  id: 'acct_sandbox',
  object: 'account',
  country: HOME,
  default_currency: 'usd',
  metadata: {},
} as const

const integer = v.pipe(v.string(), v.regex(/^\d+$/, 'Invalid integer'), v.transform(Number), v.minValue(1))
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(5000))
const url = v.pipe(v.string(), v.url('Not a valid URL'))
const currency = v.pipe(v.string(), v.regex(/^[a-z]{3}$/, 'Invalid currency'))
const metadata = v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500))), {})

const CreateAccount = v.strictObject({
  type: v.picklist(['express']),
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Invalid country')),
  email: v.optional(text),
  capabilities: v.optional(v.strictObject({ transfers: v.strictObject({ requested: v.picklist(['true', 'false']) }) })),
  settings: v.optional(
    v.strictObject({ payouts: v.strictObject({ schedule: v.strictObject({ interval: v.picklist(['manual']) }) }) }),
  ),
  tos_acceptance: v.optional(v.strictObject({ service_agreement: v.picklist(['recipient']) })),
  metadata,
})

const CreateLink = v.strictObject({
  account: text,
  type: v.picklist(['account_onboarding']),
  return_url: url,
  refresh_url: url,
})

const CreateTransfer = v.strictObject({
  amount: integer,
  currency,
  destination: text,
  transfer_group: v.optional(text),
  metadata,
})

const limit = v.optional(v.pipe(integer, v.maxValue(100)), '10')

const ListTransfers = v.strictObject({ transfer_group: v.optional(text), limit, starting_after: v.optional(text) })

const ListPayouts = v.strictObject({ limit, starting_after: v.optional(text) })

const CreateReversal = v.strictObject({ amount: v.optional(integer), metadata })

const CreatePayout = v.strictObject({ amount: integer, currency, metadata })

export const connectCalls = [
  call({
    method: 'POST',
    path: '/v1/accounts',
    parameters: CreateAccount,
    answer: ({ store }, { parameters }) => createAccount(store, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/account',
    parameters: NoParameters,
    answer: () => Promise.resolve(PLATFORM),
  }),
  call({
    method: 'GET',
    path: '/v1/accounts/{id}',
    parameters: NoParameters,
    answer: ({ store }, { id }) => requireAccount(store.connection, id),
  }),
  call({
    method: 'POST',
    path: '/v1/account_links',
    parameters: CreateLink,
    answer: ({ store, formUrl }, { parameters }) => createLink(store, parameters, formUrl),
  }),
  call({
    method: 'POST',
    path: '/v1/transfers',
    parameters: CreateTransfer,
    answer: ({ store }, { parameters }) => createTransfer(store, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/transfers',
    parameters: ListTransfers,
    answer: ({ store }, { parameters }) => listTransfers(store.connection, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/transfers/{id}',
    parameters: NoParameters,
    answer: ({ store }, { id }) => requireTransfer(store.connection, id),
  }),
  call({
    method: 'POST',
    path: '/v1/transfers/{id}/reversals',
    parameters: CreateReversal,
    answer: ({ store }, { id, parameters }) => reverse(store, id, parameters),
  }),
  call({
    method: 'POST',
    path: '/v1/payouts',
    parameters: CreatePayout,
    answer: ({ store, account }, { parameters }) => createPayout(store, parameters, account),
  }),
  call({
    method: 'GET',
    path: '/v1/payouts',
    parameters: ListPayouts,
    answer: ({ store, account }, { parameters }) => listPayouts(store.connection, parameters, account),
  }),
  call({
    method: 'GET',
    path: '/v1/payouts/{id}',
    parameters: NoParameters,
    answer: ({ store, account }, { id }) => readPayout(store.connection, id, account),
  }),
]

/** A form that somebody was led to. Stripe's links have no id; this one is found by the address. */
export type Link = {
  id: string
  object: 'sandbox_link'
  account: string
  return_url: string
  expires_at: number
  used: boolean
}

function createAccount(store: Store, asked: v.InferOutput<typeof CreateAccount>): Promise<Stripe.Account> {
  const isRecipient = asked.tos_acceptance !== undefined
  if (asked.country === HOME && isRecipient) {
    throw invalidRequest('The recipient ToS agreement is not supported for platforms and accounts in one country.', {
      param: 'tos_acceptance[service_agreement]',
    })
  }
  if (asked.country !== HOME && !isRecipient)
    throw invalidRequest('Cannot create an account in this country with this agreement.', { param: 'country' })
  return insertObject(store.connection, {
    ...{ id: newId('acct'), object: 'account', type: asked.type, country: asked.country, created: now() },
    ...{ email: asked.email ?? null, metadata: asked.metadata, default_currency: 'usd' },
    ...{ charges_enabled: false, details_submitted: false, payouts_enabled: false },
    capabilities: { transfers: 'inactive' },
  } satisfies Stripe.Account)
}

async function createLink(
  store: Store,
  asked: v.InferOutput<typeof CreateLink>,
  formUrl: (linkId: string) => string,
): Promise<Stripe.AccountLink> {
  await requireAccount(store.connection, asked.account)
  const [id, created] = [newId('link'), now()]
  const times = { created, expires_at: created + LINK_SECONDS }
  const link: Link = {
    ...{ id, object: 'sandbox_link', account: asked.account, return_url: asked.return_url },
    ...{ expires_at: times.expires_at, used: false },
  }
  await insertObject(store.connection, link)
  return { object: 'account_link', ...times, url: formUrl(id) }
}

function createTransfer(store: Store, asked: v.InferOutput<typeof CreateTransfer>): Promise<Stripe.Transfer> {
  return store.transaction(async (connection) => {
    const account = await requireAccount(connection, asked.destination)
    if (account.capabilities?.transfers !== 'active') {
      throw invalidRequest(
        'Your destination account needs to have at least one of the following capabilities enabled: transfers.',
        { code: 'insufficient_capabilities_for_transfer' },
      )
    }
    // Two transfers at once take turns: the balance is enough for both, or for one.
    await connection.query('select pg_advisory_xact_lock($1)', [BALANCE_LOCK])
    if (asked.amount > (await platformBalance(connection))) throw tooLittle()
    const transfer = await insertObject(connection, {
      ...{ id: newId('tr'), object: 'transfer', amount: asked.amount, amount_reversed: 0, currency: asked.currency },
      ...{ destination: asked.destination, metadata: asked.metadata, transfer_group: asked.transfer_group ?? null },
      ...{ balance_transaction: null, created: now(), description: null, livemode: false, reversed: false },
      reversals: { object: 'list', data: [], has_more: false, url: '/v1/transfers/reversals' },
      source_transaction: null,
    } satisfies Stripe.Transfer)
    await addEvent(connection, 'transfer.created', transfer)
    return transfer
  })
}

function tooLittle() {
  const code = 'balance_insufficient'
  return invalidRequest('You have insufficient available funds in your Stripe account.', { code })
}

function reverse(
  store: Store,
  id: string,
  asked: v.InferOutput<typeof CreateReversal>,
): Promise<Stripe.TransferReversal> {
  return store.transaction(async (connection) => {
    const transfer = await requireTransfer(connection, id, true)
    const left = transfer.amount - transfer.amount_reversed
    const amount = asked.amount ?? left
    if (left === 0 || amount > left) {
      throw invalidRequest('Transfer reversal amount is greater than the unreversed amount.', { param: 'amount' })
    }
    const free = await balanceOf(connection, transfer.destination)
    if (amount > free) throw invalidRequest('Insufficient funds in the account.', { code: 'balance_insufficient' })
    const reversal = await insertObject(connection, {
      ...{ id: newId('trr'), object: 'transfer_reversal', amount, currency: transfer.currency, created: now() },
      ...{ transfer: id, metadata: asked.metadata, balance_transaction: null, destination_payment_refund: null },
      source_refund: null,
    } satisfies Stripe.TransferReversal)
    const reversed = transfer.amount_reversed + amount
    const changed = { ...transfer, amount_reversed: reversed, reversed: reversed === transfer.amount }
    await addEvent(connection, 'transfer.reversed', await updateObject(connection, changed))
    return reversal
  })
}

/** The payout begins under way; the bank has answered by the time that it is read. */
function createPayout(
  store: Store,
  asked: v.InferOutput<typeof CreatePayout>,
  accountId: string | undefined,
): Promise<Stripe.Payout> {
  return store.transaction(async (connection) => {
    const account = await requireAccount(connection, accountId ?? '', true)
    if (!account.payouts_enabled) throw invalidRequest('Payouts are not enabled on this account.')
    if (asked.amount > (await balanceOf(connection, account.id))) {
      throw tooLittle()
    }
    const created = now()
    const payout = {
      ...{ id: newId('po'), object: 'payout', amount: asked.amount, currency: asked.currency, created },
      ...{ arrival_date: created, automatic: false, livemode: false, metadata: asked.metadata, method: 'standard' },
      ...{ status: 'pending', type: 'bank_account', source_type: 'card', destination: null },
      ...{ application_fee: null, application_fee_amount: null, balance_transaction: null, description: null },
      ...{ failure_balance_transaction: null, failure_code: null, failure_message: null, original_payout: null },
      ...{ payout_method: null, reconciliation_status: 'not_applicable', reversed_by: null, trace_id: null },
      statement_descriptor: null,
    } satisfies Omit<Stripe.Payout, 'trace_id'> & { trace_id: null }
    const isPaid = account.metadata?.['bank'] !== 'refuses'
    const failure = { failure_code: 'no_account', failure_message: 'The bank account could not be located.' }
    const answered = { ...payout, status: isPaid ? 'paid' : 'failed', ...(isPaid ? {} : failure) }
    await insertObject(connection, { ...answered, account: account.id })
    const type = isPaid ? 'payout.paid' : 'payout.failed'
    await addAccountEvent(connection, type, { object: answered, account: account.id })
    return payout
  })
}

async function readPayout(connection: Connection, id: string, accountId: string | undefined): Promise<unknown> {
  const payout = await readObject<Owned>(connection, { id, kind: 'payout' })
  if (payout?.account !== accountId) throw unknownObject('payout', id)
  const { account: _account, ...shown } = payout ?? {}
  return shown
}

function listTransfers(
  connection: Connection,
  { transfer_group: group, limit: most, starting_after: after }: v.InferOutput<typeof ListTransfers>,
) {
  const where = group === undefined ? {} : { transfer_group: group }
  return listObjects<Stripe.Transfer>(connection, { kind: 'transfer', where, limit: most, after: after ?? null })
}

/** The payouts of the account on whose behalf the call is made. */
async function listPayouts(
  connection: Connection,
  { limit: most, starting_after: after }: v.InferOutput<typeof ListPayouts>,
  accountId: string | undefined,
) {
  const page = { limit: most, after: after ?? null }
  const list = await listObjects<Owned>(connection, { kind: 'payout', where: { account: accountId ?? '' }, ...page })
  return { ...list, data: list.data.map(({ account: _account, ...shown }) => shown) }
}

type Owned = { id: string; object: 'payout'; account: string }

/** Cents that an account has: what came, less what went back and what its bank has. */
async function balanceOf(connection: Connection, accountId: unknown): Promise<number> {
  const { rows } = await connection.query<{ balance: number }>(
    `select (
        select coalesce(sum((data->>'amount')::bigint - (data->>'amount_reversed')::bigint), 0)
        from sandbox_gateway.object where kind = 'transfer' and data->>'destination' = $1
      )::int - (
        select coalesce(sum((data->>'amount')::bigint), 0) from sandbox_gateway.object
        where kind = 'payout' and data->>'account' = $1 and data->>'status' <> 'failed'
      )::int as balance`,
    [accountId],
  )
  return rows[0]?.balance ?? 0
}

/** The connected account with this id. */
export async function requireAccount(connection: Connection, id: string, lock = false): Promise<Stripe.Account> {
  const account = await readObject<Stripe.Account>(connection, { id, kind: 'account', lock })
  if (!account) throw unknownObject('account', id)
  return account
}

async function requireTransfer(connection: Connection, id: string, lock = false): Promise<Stripe.Transfer> {
  const transfer = await readObject<Stripe.Transfer>(connection, { id, kind: 'transfer', lock })
  if (!transfer) throw unknownObject('transfer', id)
  return transfer
}
