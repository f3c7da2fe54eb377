import * as v from 'valibot'

/** The signed-in user, as the account itself sees it. */
export const Profile = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
  /** Takes the place of `email` once it is confirmed. Rows from before this field lack it. */
  pendingEmail: v.optional(v.nullable(v.string())),
  username: v.nullable(v.string()),
  name: v.string(),
  bio: v.string(),
  avatar: v.nullable(v.string()),
  cover: v.nullable(v.string()),
  isPerformer: v.boolean(),
  /** The desk is open to staff. Others lack this field. */
  isStaff: v.optional(v.boolean()),
  /** Tokens. */
  balance: v.number(),
  /** A performer's review; null for a fan. */
  verification: v.nullable(v.picklist(['submitted', 'approved', 'rejected'])),
  /** Only a rejected performer has one. Rows from before this field lack it. */
  rejectionReason: v.optional(v.nullable(v.string())),
  /** E.164. Rows from before this field lack it. */
  phone: v.optional(v.nullable(v.string())),
  /** ISO 3166-1 alpha-2. Rows from before this field and the next three lack them. */
  country: v.optional(v.nullable(v.string())),
  state: v.optional(v.nullable(v.string())),
  city: v.optional(v.nullable(v.string())),
  /** ISO 639. */
  language: v.optional(v.nullable(v.string())),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type Profile = v.InferOutput<typeof Profile>
