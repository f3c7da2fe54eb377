import * as v from 'valibot'
import { listOf, listQuery, queryChoice, queryInteger, shown, storable, uuid, visible } from './fields.ts'
import { newUsername } from './username.ts'

/** Parts that staff have. `sensitive`: may look at what nobody else sees, and is given by name alone, beside another role. */
export const staffRoles = ['admin', 'moderator', 'support', 'finance', 'sensitive'] as const
export type StaffRoleName = (typeof staffRoles)[number]

const rolesByPermission = {
  'desk.enter': ['admin', 'moderator', 'support', 'finance'],
  'users.read': ['admin', 'moderator', 'support', 'finance'],
  'content.read': ['admin', 'moderator', 'support'],
  'cases.decide': ['admin', 'moderator'],
  'appeals.decide': ['admin', 'moderator'],
  'creators.review': ['admin', 'moderator'],
  'users.suspend': ['admin', 'moderator'],
  /** Ends sessions, changes an address, begins the reset of a factor. */
  'users.access': ['admin', 'support'],
  'users.close': ['admin'],
  'users.export': ['admin'],
  'staff.manage': ['admin'],
  'site.settings': ['admin'],
  'jobs.act': ['admin'],
  'audit.read': ['admin'],
  /** Pages, promos, categories and mails. */
  'site.texts': ['admin', 'support'],
  'payouts.decide': ['admin', 'finance'],
  'disputes.answer': ['admin', 'finance'],
  /** The packages of tokens, too. */
  'coupons.edit': ['admin', 'finance'],
  'tokens.grant': ['admin', 'finance'],
  /** Support gives back small amounts alone. */
  'refunds.make': ['admin', 'support', 'finance'],
  'stats.read': ['admin', 'finance'],
  'sensitive.view': ['sensitive'],
} as const satisfies Record<string, readonly StaffRoleName[]>

export type Permission = keyof typeof rolesByPermission
export const permissions = Object.keys(rolesByPermission) as Permission[]

/** The permissions of several roles together. */
export function permissionsOf(roles: readonly StaffRoleName[]): Permission[] {
  return permissions.filter((permission) => {
    const holders: readonly StaffRoleName[] = rolesByPermission[permission]
    return roles.some((role) => holders.includes(role))
  })
}

/** `GET /desk/me`: the parts of the account, and until when the desk is open without being asked anew. */
export const DeskMe = v.object({
  roles: v.array(v.picklist(staffRoles)),
  permissions: v.array(v.picklist(permissions)),
  until: v.string(),
})
export type DeskMe = v.InferOutput<typeof DeskMe>

/** A part that an account has. `hasFactor`: without a second factor, it opens nothing yet. */
export const StaffMember = v.object({
  _id: uuid,
  userId: uuid,
  username: v.nullable(v.string()),
  name: v.string(),
  role: v.picklist(staffRoles),
  grantedAt: v.string(),
  hasFactor: v.boolean(),
})
export type StaffMember = v.InferOutput<typeof StaffMember>
export const StaffList = listOf(StaffMember)

/** Why staff do something: it stands in the audit. */
export const reason = v.pipe(
  v.string('Say why.'),
  shown,
  v.trim(),
  visible('Say why.'),
  v.maxLength(1_000, 'A reason has at most 1,000 characters.'),
  storable,
)

/** `POST /desk/staff`: asks for a part for an account. */
export const GrantStaff = v.object({ _id: uuid, username: newUsername(), role: v.picklist(staffRoles), reason })

/** `POST /desk/staff/{id}/revoke`. */
export const DeskReason = v.object({ _id: uuid, reason })

/** The decisions that need a second person: each is named for its domain. */
export const approvalKinds = [
  ...(['staff.grant', 'staff.revoke', 'settings.change', 'payout.approve'] as const),
  ...(['charge.refund', 'tokens.grant', 'conversation.look', 'user.factor-reset'] as const),
] as const
export type ApprovalKindName = (typeof approvalKinds)[number]

/**
 * `POST /desk/approvals`: asks a second person. `payload` is of the kind: ids and numbers. A call that may not be done alone
 * answers 403, and names the kind in the detail `approval`.
 */
export const AskApproval = v.object({
  _id: uuid,
  kind: v.pipe(v.string(), v.regex(/^[a-z][a-z.-]{1,39}$/, 'There is no such kind of request')),
  payload: v.record(v.string(), v.unknown()),
  reason,
})

/** The states of something that a second person has to approve. */
export const approvalStates = ['waiting', 'executed', 'refused', 'withdrawn', 'expired'] as const

/** Something that a second person has to approve. `facts` says in words and numbers what will happen. */
export const ApprovalRecord = v.object({
  _id: uuid,
  kind: v.string(),
  facts: v.record(v.string(), v.union([v.string(), v.number()])),
  reason: v.string(),
  state: v.picklist(approvalStates),
  requestedBy: v.string(),
  decidedBy: v.nullable(v.string()),
  createdAt: v.string(),
  expiresAt: v.string(),
  /** Why this account cannot execute it; null where it can. */
  whyNot: v.nullable(v.string()),
})
export type ApprovalRecord = v.InferOutput<typeof ApprovalRecord>
export const ApprovalList = listOf(ApprovalRecord)
export const ApprovalQuery = v.object({
  ...listQuery(['createdAt']).entries,
  state: v.optional(queryChoice(approvalStates), 'waiting'),
})

/** One link of the audit. `text`: the words of the decision; null where it has none, or where they were erased. */
export const AuditRecord = v.object({
  _id: uuid,
  seq: v.number(),
  at: v.string(),
  by: v.string(),
  action: v.string(),
  subjectId: v.string(),
  before: v.unknown(),
  after: v.unknown(),
  text: v.nullable(v.string()),
  hash: v.string(),
})
export type AuditRecord = v.InferOutput<typeof AuditRecord>
export const AuditList = listOf(AuditRecord)
/** `q` searches actions and subjects from their beginning. */
export const AuditQuery = listQuery(['seq'])

/** `GET /desk/audit/verify`: `problem` is null where the chain is whole. */
export const AuditCheck = v.object({ entries: v.number(), head: v.string(), problem: v.nullable(v.string()) })
export type AuditCheck = v.InferOutput<typeof AuditCheck>

/** `POST /desk/audit/export`: the place of the last entry that the export holds. */
export const AuditExport = v.object({ to: v.number() })
export const AuditPartQuery = v.object({
  after: queryInteger(0, 0, 999_999_999),
  to: queryInteger(999_999_999, 0, 999_999_999),
})
/** An entry with its links, as the command `audit verify` reads one. */
export const AuditLink = v.object({
  ...{ seq: v.number(), id: uuid, at: v.string(), operator: v.nullable(v.string()), actorId: v.nullable(v.string()) },
  ...{ sessionId: v.nullable(v.string()), network: v.nullable(v.string()), requestId: v.nullable(v.string()) },
  ...{ action: v.string(), subjectId: v.string(), before: v.unknown(), after: v.unknown() },
  ...{ textHash: v.nullable(v.string()), prevHash: v.string(), hash: v.string(), text: v.nullable(v.string()) },
})
export type AuditLink = v.InferOutput<typeof AuditLink>
/** `next`: the place after which the export goes on; null at its end. */
export const AuditPart = v.object({ entries: v.array(AuditLink), next: v.nullable(v.number()) })
export type AuditPart = v.InferOutput<typeof AuditPart>
