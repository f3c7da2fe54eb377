import * as v from 'valibot'
import { Email, listOf, listQuery, queryChoice, shown, storable, uuid, visible } from './fields.ts'
import { reason, staffRoles } from './staff.ts'

const nullableText = v.nullable(v.string())
export const accountStates = ['active', 'suspended', 'deactivated'] as const
export const accountRoles = ['fan', 'creator'] as const

/** One account of the list. `lastSeen`: the latest use of any of its sessions; null where it never had one. */
export const DeskUserRow = v.object({
  _id: uuid,
  username: nullableText,
  name: v.string(),
  email: nullableText,
  role: v.picklist(accountRoles),
  status: v.picklist(accountStates),
  createdAt: v.string(),
  lastSeen: nullableText,
})
export type DeskUserRow = v.InferOutput<typeof DeskUserRow>
export const DeskUserList = listOf(DeskUserRow)

/**
 * `GET /desk/users`: the newest first. `q` finds accounts whose name, username or address begins so, and those with exactly
 * this id, new address, card fingerprint or payout account.
 */
export const DeskUserQuery = v.object({
  ...listQuery(['createdAt']).entries,
  role: v.optional(queryChoice(accountRoles)),
  status: v.optional(queryChoice(accountStates)),
})

/** A device on which the account is open. */
export const DeskSession = v.object({
  _id: uuid,
  name: v.string(),
  userAgent: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
})
export type DeskSession = v.InferOutput<typeof DeskSession>

/** Words that staff have left at an account. Its owner does not read them. */
export const UserNote = v.object({ _id: uuid, by: v.string(), text: v.string(), createdAt: v.string() })
export type UserNote = v.InferOutput<typeof UserNote>

/** Its money: tokens of the fan, cents of the creator; numbers of things up to LIST_TOTAL_MAX. */
export const DeskUserMoney = v.object({
  ...{ balance: v.number(), granted: v.number(), held: v.number(), debt: v.number() },
  ...{ available: v.number(), payoutHeld: v.number(), currency: v.string() },
  ...{
    purchases: v.number(),
    sales: v.number(),
    orders: v.number(),
    subscriptions: v.number(),
    subscribers: v.number(),
  },
})
export type DeskUserMoney = v.InferOutput<typeof DeskUserMoney>

/**
 * `GET /desk/users/{id}`. `sessions` and `factors` are null for staff who neither help with access nor suspend, `money` for
 * those without `stats.read`. `isOwn`: it is the reader's own account, on which another person decides.
 */
export const DeskUser = v.object({
  ...DeskUserRow.entries,
  emailVerified: v.boolean(),
  pendingEmail: nullableText,
  country: nullableText,
  hasPassword: v.boolean(),
  logins: v.array(v.string()),
  roles: v.array(v.picklist(staffRoles)),
  isOwn: v.boolean(),
  /** Changes with each decision on the account itself, and with each that is taken back. */
  version: v.optional(v.number()),
  factors: v.nullable(v.object({ hasTotp: v.boolean(), passkeys: v.number(), codesLeft: v.number() })),
  sessions: v.nullable(v.array(DeskSession)),
  verification: v.nullable(v.picklist(['submitted', 'approved', 'rejected'])),
  /** Reports of this account and of its things, up to LIST_TOTAL_MAX. */
  reports: v.object({ open: v.number(), total: v.number() }),
  /** The latest 50, the newest first. */
  notes: v.array(UserNote),
  money: v.nullable(DeskUserMoney),
})
export type DeskUser = v.InferOutput<typeof DeskUser>

/** `POST /desk/users/{id}/email`: the address is the account's once its owner has confirmed it. */
export const DeskEmail = v.object({ _id: uuid, email: Email, reason })

export const USER_NOTE_MAX = 2_000
const NO_NOTE = 'Write the note first.'
/** `POST /desk/users/{id}/note`. The same `_id` again is the same note. */
export const NewUserNote = v.object({
  _id: uuid,
  text: v.pipe(
    v.string(NO_NOTE),
    shown,
    v.trim(),
    visible(NO_NOTE),
    v.maxLength(USER_NOTE_MAX, 'A note has at most 2,000 characters.'),
    storable,
  ),
})

/** The parts of the site that staff may look at as an account sees them. */
export const seenViews = ['feed', 'profile', 'post', 'conversation', 'orders', 'wallet', 'subscriptions'] as const
export type SeenView = (typeof seenViews)[number]

/** `about`: the post, or the other account of the conversation. The other views take none. */
export const SeenQuery = v.object({ about: v.optional(v.pipe(uuid, v.toLowerCase())) })

/** `GET /desk/users/{id}/seen/{view}`: lines of names and values; nothing in them can be pressed. */
export const Seen = v.object({ view: v.picklist(seenViews), text: v.string() })
