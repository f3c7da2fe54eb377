import * as v from 'valibot'
import { CaptchaToken } from './captcha.ts'
import { Email, listOf, listQuery, moment, queryChoice, shown, storable, uuid, visible } from './fields.ts'
import { reportCategories, reportTargets } from './reports.ts'

/** `decided`: somebody has decided, and it is not closed yet. `appealed`: an appeal waits for its answer. */
export const caseStates = ['open', 'decided', 'appealed', 'closed'] as const
export const caseSources = ['report', 'staff', 'order', 'scan', 'hash', 'release'] as const
/** Deeds that an account is kept from until a day. `report`: its reports wait until all others are answered, except urgent ones. */
export const restrictions = ['publish', 'message', 'comment', 'sell', 'report'] as const
export type Restriction = (typeof restrictions)[number]

/** `none`: no breach of the rules. `restore`: what an earlier decision did to the thing or the account ends. */
export const decisionKinds = ['none', 'warn', 'hide', 'restrict', 'suspend', 'restore'] as const
export type DecisionKind = (typeof decisionKinds)[number]
/** Against the law, or against the rules of the site. */
export const decisionGrounds = ['illegal', 'terms'] as const
/** The law or the rule that a decision rests on; `law` names its paragraph in the facts. */
export const decisionClauses = [
  ...['law', 'minors', 'consent', 'impersonation', 'harassment', 'hate', 'violence', 'self-harm'],
  ...['fraud', 'spam', 'copyright', 'privacy', 'other'],
] as const
export const appealStates = ['open', 'upheld', 'reversed', 'changed'] as const

const target = v.picklist(reportTargets, 'There is no such thing.')
const nullableText = v.nullable(v.string())

function words(empty: string, max: number, tooLong: string) {
  return v.pipe(v.string(empty), shown, v.trim(), visible(empty), v.maxLength(max, tooLong), storable)
}

export const FACTS_MAX = 4_000
export const facts = words('Say which rule, and what happened.', FACTS_MAX, 'Use at most 4,000 characters.')

/** A person as the desk names one. `username` is null where the account has none. */
export const DeskPerson = v.object({ _id: uuid, username: nullableText, name: v.string() })
export type DeskPerson = v.InferOutput<typeof DeskPerson>

/** The person who works on a case; it lapses after 15 minutes without work, and keeps nobody else out. */
export const CaseClaim = v.object({ by: v.string(), isOwn: v.boolean(), until: v.string() })

/** One case of the list. `preview`: the first words of the thing; empty where it has none. `priority`: 0 is the most urgent. */
export const CaseRow = v.object({
  _id: uuid,
  objectType: target,
  objectId: uuid,
  preview: v.string(),
  target: DeskPerson,
  sources: v.array(v.picklist(caseSources)),
  categories: v.array(v.picklist(reportCategories)),
  reports: v.number(),
  priority: v.number(),
  dueAt: v.string(),
  state: v.picklist(caseStates),
  claim: v.nullable(CaseClaim),
  createdAt: v.string(),
})
export type CaseRow = v.InferOutput<typeof CaseRow>
export const CaseList = listOf(CaseRow)

/**
 * `GET /desk/cases`: the most urgent first. `state`: `open` includes `decided` and `appealed` ones; without it those that are
 * not closed.
 */
export const CaseQuery = v.object({
  ...listQuery(['dueAt']).entries,
  state: v.optional(queryChoice(['open', 'appealed', 'closed']), 'open'),
  kind: v.optional(queryChoice(reportTargets)),
  priority: v.optional(queryChoice(['0', '1', '2', '3'])),
  /** The account that is responsible for the thing. */
  author: v.optional(v.pipe(uuid, v.toLowerCase())),
})

/** One report of a case. `by`: null where a visitor sent it. */
export const CaseReport = v.object({
  _id: uuid,
  by: v.nullable(DeskPerson),
  category: v.picklist(reportCategories),
  text: v.string(),
  createdAt: v.string(),
})

/** The thing as it was when it was reported. The address of a file opens for staff alone. */
export const CaseEvidence = v.object({
  _id: uuid,
  text: v.string(),
  /** Messages around a reported one, and other fields, by name. */
  context: v.array(v.object({ by: v.string(), text: v.string(), at: v.string(), isReported: v.boolean() })),
  files: v.array(v.object({ _id: uuid, url: v.string(), mimeType: v.string() })),
  takenAt: v.string(),
})

/** A decision as staff read it. `isAlive`: it still has its effect. */
export const CaseDecision = v.object({
  _id: uuid,
  by: v.string(),
  kind: v.picklist(decisionKinds),
  ground: v.picklist(decisionGrounds),
  clause: v.picklist(decisionClauses),
  facts: v.string(),
  restrict: v.nullable(v.picklist(restrictions)),
  until: nullableText,
  isAlive: v.boolean(),
  createdAt: v.string(),
  appeal: v.nullable(
    v.object({
      _id: uuid,
      side: v.picklist(['author', 'reporter']),
      by: v.string(),
      text: v.string(),
      state: v.picklist(appealStates),
      answer: nullableText,
      dueAt: v.string(),
      createdAt: v.string(),
      /** Why this account cannot decide it; null where it can. */
      whyNot: nullableText,
    }),
  ),
})
export type CaseDecision = v.InferOutput<typeof CaseDecision>

/** `GET /desk/cases/{id}`. */
export const CaseDetail = v.object({
  ...CaseRow.entries,
  version: v.number(),
  reportList: v.array(CaseReport),
  evidence: v.array(CaseEvidence),
  /** The thing as it is now; null where its author has removed it. */
  now: v.nullable(v.object({ text: v.string(), isHidden: v.boolean(), href: nullableText })),
  /** The past of its author, in other cases. */
  author: v.object({
    status: v.string(),
    since: v.string(),
    decisions: v.number(),
    openCases: v.number(),
    restrictions: v.array(v.object({ restrict: v.picklist(restrictions), until: nullableText })),
  }),
  decisions: v.array(CaseDecision),
  notes: v.array(v.object({ _id: uuid, by: v.string(), text: v.string(), at: v.string() })),
  /** Why this account cannot decide it; null where it can. */
  whyNot: nullableText,
})
export type CaseDetail = v.InferOutput<typeof CaseDetail>

/** A decision. `until`: the end of a restriction or a suspension; null for no end. */
const Decided = v.object({
  kind: v.picklist(decisionKinds, 'Choose a decision.'),
  ground: v.picklist(decisionGrounds, 'Say which rule, and what happened.'),
  clause: v.picklist(decisionClauses, 'Say which rule, and what happened.'),
  facts,
  restrict: v.optional(v.nullable(v.picklist(restrictions)), null),
  until: v.optional(v.nullable(moment('Choose a day in the future.')), null),
})

/**
 * `POST /desk/cases/{id}/decide`. The same `_id` again is the same decision. Refused as `conflict` for another `version`.
 * `isUnfounded`: with `none`, the reports of the case were manifestly unfounded, which is counted against their senders.
 */
export const DecideCase = v.object({
  _id: uuid,
  version: v.number(),
  isUnfounded: v.optional(v.boolean(), false),
  ...Decided.entries,
})

/**
 * `POST /desk/things/{type}/{id}/decide`: the same without a report; it opens a case of staff, or joins the open one.
 * `version`: of the thing, as the list of content or the page of the account had it; refused as `conflict` where somebody has
 * decided since. Without it, nothing is compared.
 */
export const DecideThing = v.object({ _id: uuid, version: v.optional(v.number()), ...Decided.entries })

/** `POST /desk/cases/{id}/note`. */
export const CaseNote = v.object({
  _id: uuid,
  text: words('Write the note.', 4_000, 'Use at most 4,000 characters.'),
})
export const CloseCase = v.object({ _id: uuid, version: v.number() })
/**
 * `POST /desk/cases/{id}/merge`: the reports and the evidence go to the case `into`, of the same author. Refused as `conflict`
 * for another `version` than that of the case; without it, nothing is compared.
 */
export const MergeCase = v.object({ _id: uuid, into: uuid, version: v.optional(v.number()) })

/** `POST /desk/appeals/{id}/decide`: `upheld` leaves the decision, `reversed` ends what it did. */
export const DecideAppeal = v.object({
  _id: uuid,
  outcome: v.picklist(['upheld', 'reversed'], 'Choose an outcome.'),
  answer: words('Answer in words.', 4_000, 'Use at most 4,000 characters.'),
})

/**
 * A decision as its author, or a reporter, reads it: the statement. `side`: why this account reads it. `preview`: the first
 * words of the thing.
 */
export const Statement = v.object({
  _id: uuid,
  side: v.picklist(['author', 'reporter']),
  kind: v.picklist(decisionKinds),
  objectType: target,
  objectId: uuid,
  preview: v.string(),
  ground: v.picklist(decisionGrounds),
  clause: v.picklist(decisionClauses),
  /** Empty for a reporter: what happened is told to the author. */
  facts: v.string(),
  restrict: v.nullable(v.picklist(restrictions)),
  until: nullableText,
  /** Found by a machine, or decided by one. */
  automated: v.picklist(['none', 'detection', 'decision']),
  createdAt: v.string(),
  isAlive: v.boolean(),
  /** Until then one can appeal; null where one cannot. */
  appealUntil: nullableText,
  appeal: v.nullable(
    v.object({
      _id: uuid,
      text: v.string(),
      state: v.picklist(appealStates),
      answer: nullableText,
      createdAt: v.string(),
      dueAt: v.string(),
    }),
  ),
})
export type Statement = v.InferOutput<typeof Statement>
/** `GET /decisions` (also for an account that is suspended): the newest first. `GET /decisions/{id}` answers one. */
export const StatementList = listOf(Statement)

export const APPEAL_MAX = 4_000
/** `POST /decisions/{id}/appeal`, also for an account that is suspended; the same `_id` again is the same appeal. */
export const NewAppeal = v.object({
  _id: uuid,
  text: words('Say why you disagree.', APPEAL_MAX, 'Use at most 4,000 characters.'),
})

/** `GET /reports/mine`: what became of the own reports. `caseNumber` is what to quote. */
export const OwnReport = v.object({
  _id: uuid,
  caseNumber: v.string(),
  objectType: target,
  preview: v.string(),
  category: v.picklist(reportCategories),
  text: v.string(),
  state: v.picklist(['open', 'decided', 'closed']),
  /** The decision that a reporter can read, and appeal; null before one. */
  decisionId: v.nullable(uuid),
  createdAt: v.string(),
})
export type OwnReport = v.InferOutput<typeof OwnReport>
export const OwnReportList = listOf(OwnReport)

/** `POST /reports/visitor`: somebody without an account reports a page by its address. */
export const VisitorReport = v.object({
  _id: uuid,
  url: v.pipe(
    v.string('Paste the address of the page.'),
    v.trim(),
    v.url('Paste the address of the page.'),
    v.maxLength(2_000, 'This address is too long.'),
  ),
  category: v.picklist(reportCategories, 'Choose a reason.'),
  text: words('Say what is wrong with it.', 4_000, 'Use at most 4,000 characters.'),
  email: Email,
  goodFaith: v.literal(true, 'Confirm that what you say is true as far as you know.'),
  captchaToken: CaptchaToken,
})
/** The answer: the number to quote. */
export const ReportNumber = v.object({ success: v.literal(true), caseNumber: v.string() })

/** The detail of the 403 that an account gets while it is suspended, for calls that are not open to it. */
export { SUSPENDED_DETAIL } from '../../engine/protocol/error-body.ts'

/** The number of a case for people to quote: the same for reporters and for staff. */
export function caseNumberOf(caseId: string): string {
  return caseId.slice(-8).toUpperCase()
}
