import * as v from 'valibot'
import { invalidRequest, readParameters } from './gateway-error.ts'

const integer = v.pipe(v.string(), v.regex(/^-?\d+$/, 'Invalid integer'), v.transform(Number))
export const positive = v.pipe(integer, v.minValue(1))
export const text = v.pipe(v.string(), v.minLength(1), v.maxLength(5000))
export const url = v.pipe(v.string(), v.url('Not a valid URL'), v.maxLength(5000))
/** Up to 50 keys of 40 characters, with values of 500. Stripe names the whole parameter. */
export const metadata = v.optional(
  v.pipe(
    v.record(v.string(), v.string()),
    v.check(
      (given) => Object.keys(given).length <= 50,
      ({ input }) => {
        return `Metadata can have up to 50 keys, but you've set ${Object.keys(input).length}.`
      },
    ),
    v.check(
      (given) => longKey(given) === undefined,
      ({ input }) => {
        return `Invalid key: ${longKey(input)} must be a string under 40 characters`
      },
    ),
    v.check(
      (given) => longValue(given) === undefined,
      ({ input }) => {
        return `Invalid val: ${longValue(input)} must be a string under 500 characters`
      },
    ),
  ),
  {},
)

function longKey(given: Record<string, string>): string | undefined {
  return Object.keys(given).find((key) => key.length > 40)
}

function longValue(given: Record<string, string>): string | undefined {
  return Object.values(given).find((value) => value.length > 500)
}

export const currency = v.pipe(v.string(), v.regex(/^[a-z]{3}$/, 'Invalid currency'))

const lineItem = v.strictObject({
  quantity: positive,
  price_data: v.strictObject({
    currency,
    unit_amount: positive,
    product_data: v.strictObject({ name: text, description: v.optional(text) }),
  }),
})

const session = {
  ui_mode: v.optional(v.picklist(['hosted_page']), 'hosted_page'),
  success_url: url,
  cancel_url: v.optional(url),
  client_reference_id: v.optional(v.pipe(text, v.maxLength(200))),
  customer: v.optional(text),
  customer_email: v.optional(text),
  metadata,
  expires_at: v.optional(integer),
}

/** The parameters of `POST /v1/checkout/sessions` that this gateway knows; Stripe refuses unknown ones likewise. */
export const CreateSession = v.variant('mode', [
  v.strictObject({
    mode: v.literal('payment'),
    ...session,
    line_items: v.pipe(v.array(lineItem), v.minLength(1)),
    payment_intent_data: v.optional(
      v.strictObject({
        metadata,
        description: v.optional(text),
        setup_future_usage: v.optional(v.picklist(['off_session'])),
      }),
    ),
  }),
  v.strictObject({
    mode: v.literal('setup'),
    ...session,
    // Stripe asks for it unless the types of payment methods are named.
    currency,
    setup_intent_data: v.optional(v.strictObject({ metadata })),
  }),
])

export const CreateCustomer = v.strictObject({
  email: v.optional(text),
  name: v.optional(text),
  metadata,
})

const yes = v.literal('true', 'This gateway takes no other value')

/** `POST /v1/payment_intents`: a saved card is charged while its owner is away. */
export const CreateIntent = v.strictObject({
  amount: positive,
  currency,
  customer: text,
  payment_method: text,
  off_session: yes,
  confirm: yes,
  description: v.optional(text),
  metadata,
})

export const limit = v.optional(v.pipe(integer, v.minValue(1), v.maxValue(100)), '10')
const created = v.optional(v.strictObject({ gte: v.optional(integer) }))

export const ListIntents = v.strictObject({ customer: v.optional(text), created, limit })

export const ListEvents = v.strictObject({ created, limit, starting_after: v.optional(text) })

export const Retrieve = v.strictObject({ expand: v.optional(v.array(v.string())) })

export const NoParameters = v.strictObject({})

export const CreateRefund = v.strictObject({
  payment_intent: text,
  amount: v.optional(positive),
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata,
})

export const ListRefunds = v.strictObject({ payment_intent: text, limit, starting_after: v.optional(text) })

const evidence = v.optional(v.pipe(v.string(), v.maxLength(20_000, 'must be at most 20000 characters')))

/** `POST /v1/disputes/{id}`: the texts of an answer that this gateway knows. It is submitted unless told. */
export const UpdateDispute = v.strictObject({
  evidence: v.optional(
    v.strictObject({
      ...{ uncategorized_text: evidence, product_description: evidence, customer_name: evidence },
      ...{ customer_email_address: evidence, refund_policy_disclosure: evidence, access_activity_log: evidence },
    }),
    {},
  ),
  submit: v.optional(v.picklist(['true', 'false']), 'true'),
  metadata,
})

export type CreateIntent = v.InferOutput<typeof CreateIntent>
export type CreateSession = v.InferOutput<typeof CreateSession>
export type CreateRefund = v.InferOutput<typeof CreateRefund>

/** Checks a form-encoded body; throws Stripe's answer to a wrong, missing or unknown parameter. */
export function checkParameters<Schema extends v.GenericSchema>(schema: Schema, body: string): v.InferOutput<Schema> {
  const checked = v.safeParse(schema, readParameters(body))
  if (checked.success) return checked.output
  const [issue] = checked.issues
  const [first = '', ...rest] = (issue.path ?? []).map(({ key }) => String(key))
  const param = first + rest.map((key) => `[${key}]`).join('')
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    throw invalidRequest(`Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' })
  }
  if (issue.received === 'undefined') {
    throw invalidRequest(`Missing required param: ${param}.`, { param, code: 'parameter_missing' })
  }
  // These words are Stripe's.
  if (issue.type === 'check') throw invalidRequest(issue.message, { param })
  throw invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}
