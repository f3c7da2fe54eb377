import * as v from 'valibot'
import { chargeTypes } from './charges.ts'
import { listOf, listQuery, queryChoice, shown, storable, uuid, visible } from './fields.ts'
import { DeskReason } from './staff.ts'

export const disputeStates = ['open', 'answered', 'won', 'lost', 'accepted'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The parts of an answer that the site makes out of its records. Each is sent only where the person chooses it. */
export const evidenceParts = ['receipt', 'customer', 'consent', 'access'] as const
export type EvidencePart = (typeof evidenceParts)[number]

/** Characters of the words that a person writes for an answer. */
export const ANSWER_MAX = 10_000

/** A decision on its way to the provider is `asked`; the provider has taken it, or refused it. */
const decisionStates = ['asked', 'done', 'failed'] as const

/** A dispute as staff see it, in cents. `isInquiry`: the bank only asks, and has taken nothing. */
export const DeskDispute = v.object({
  _id: uuid,
  state: v.picklist(disputeStates),
  isInquiry: v.boolean(),
  amount: v.number(),
  currency: v.string(),
  /** In the provider's words, such as `fraudulent`. */
  reason: v.string(),
  /** An answer counts until then; null where the provider names no time. */
  dueAt: v.nullable(v.string()),
  fan: v.string(),
  /** The usernames of creators who earned by the payment. */
  creators: v.array(v.string()),
  /** The payment to a creator that the card made; null for bought tokens. */
  chargeId: v.nullable(uuid),
  /** The number of its receipt. */
  number: v.nullable(v.number()),
  /** The bought goods, in the words of the pay page. */
  title: v.string(),
  /** The latest decision of staff; null for none. */
  decision: v.nullable(
    v.object({
      kind: v.picklist(['answer', 'accept']),
      state: v.picklist(decisionStates),
      failure: v.nullable(v.string()),
    }),
  ),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  version: v.number(),
})
export type DeskDispute = v.InferOutput<typeof DeskDispute>
export const DeskDisputeList = listOf(DeskDispute)
/** All disputes, or those in one state. `q`: the username of a fan or creator, or the id of a dispute, payment or order. */
export const DeskDisputeQuery = v.object({
  ...listQuery(['createdAt', 'dueAt']).entries,
  state: v.optional(queryChoice(disputeStates)),
})

const Part = v.object({ part: v.picklist(evidenceParts), text: v.string() })

/** `GET /desk/disputes/{id}`. Texts for the bank are in English. */
export const DeskDisputeDetail = v.object({
  ...DeskDispute.entries,
  /** The dispute is about a payment of this account, or to it. */
  isOwn: v.boolean(),
  paidAt: v.nullable(v.string()),
  /** Sales that the payment has paid: up to 100 of them. `amount`: tokens, or cents of a card. */
  sales: v.array(
    v.object({
      ...{ _id: uuid, number: v.number(), type: v.picklist(chargeTypes), creator: v.string() },
      ...{ amount: v.number(), createdAt: v.string() },
    }),
  ),
  /** An answer made out of the records; null for a dispute that takes none. */
  draft: v.nullable(v.object({ text: v.string(), parts: v.array(Part) })),
  /** The decisions of staff, the latest first. `parts`: as they were sent. */
  decisions: v.array(
    v.object({
      ...{ _id: uuid, kind: v.picklist(['answer', 'accept']), state: v.picklist(decisionStates) },
      ...{ by: v.string(), at: v.string(), text: v.string(), parts: v.array(Part), failure: v.nullable(v.string()) },
    }),
  ),
})
export type DeskDisputeDetail = v.InferOutput<typeof DeskDisputeDetail>

const version = v.pipe(v.number(), v.integer())

/** `POST /desk/disputes/{id}/answer`. `version`: of the dispute that the person saw. */
export const AnswerDispute = v.object({
  _id: uuid,
  version,
  text: v.pipe(
    v.string('Write the answer.'),
    shown,
    v.trim(),
    visible('Write the answer.'),
    v.maxLength(ANSWER_MAX, 'An answer has at most 10,000 characters.'),
    storable,
  ),
  parts: v.pipe(v.array(v.picklist(evidenceParts)), v.maxLength(evidenceParts.length)),
})
export type AnswerDispute = v.InferOutput<typeof AnswerDispute>

/** `POST /desk/disputes/{id}/accept`. */
export const AcceptDispute = v.object({ ...DeskReason.entries, version })
export type AcceptDispute = v.InferOutput<typeof AcceptDispute>
