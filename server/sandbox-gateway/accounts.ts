import type Stripe from 'stripe'
import * as v from 'valibot'
import { call } from './calls.ts'
import { newId, now } from './events.ts'
import { invalidRequest, unknownObject, unknownParameter } from './gateway-error.ts'
import { metadata, NoParameters, text, url } from './parameters.ts'
import { insertObject, readObject } from './store.ts'
import type { Connection, Store } from './store.ts'

const LINK_SECONDS = 300

/** The platform is at home here. An account elsewhere is a recipient. */
const HOME = 'US'
const PLATFORM = {
  id: 'acct_sandbox',
  object: 'account',
  country: HOME,
  default_currency: 'usd',
  metadata: {},
} as const

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

export const accountCalls = [
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
  const known = await readObject<Stripe.Account>(store.connection, { id: asked.account, kind: 'account' })
  if (!known) throw unknownParameter('account', 'account', asked.account)
  const [id, created] = [newId('link'), now()]
  const times = { created, expires_at: created + LINK_SECONDS }
  const link: Link = {
    ...{ id, object: 'sandbox_link', account: asked.account, return_url: asked.return_url },
    ...{ expires_at: times.expires_at, used: false },
  }
  await insertObject(store.connection, link)
  return { object: 'account_link', ...times, url: formUrl(id) }
}

/** The connected account with this id. */
export async function requireAccount(connection: Connection, id: string, lock = false): Promise<Stripe.Account> {
  const account = await readObject<Stripe.Account>(connection, { id, kind: 'account', lock })
  if (!account) throw unknownObject('account', id)
  return account
}
