import * as v from 'valibot'
import { CATEGORIES, CREATOR_OPTIONS, CreatorDetails } from '../records/creator-details.ts'
import { Creator } from '../records/creator.ts'
import { Profile } from '../records/profile.ts'
import { SellerKind } from '../records/seller-kind.ts'
import { listOf, listQuery, queryChoice, queryInteger } from './fields.ts'
import { FileStatus } from './files.ts'
import { PerformerFields } from './performer-fields.ts'
import { PriceChanges } from './subscription-prices.ts'
import { UpdateUser } from './users.ts'

/** `GET /performers/me`: the account's own record. */
export const OwnPerformer = v.object({
  ...Profile.entries,
  ...v.omit(v.object(CreatorDetails), ['counts']).entries,
  country: v.string(),
  dateOfBirth: v.string(),
  /** ISO 3166-1 alpha-2. */
  blockedCountries: v.array(v.string()),
  /** How far the file of the welcome video is; null without one. */
  welcomeVideoFile: v.nullable(v.pick(FileStatus, ['_id', 'status', 'progress', 'failure'])),
})

/** An identity document of the account. `reason` says what was wrong with a rejected one. */
export const IdentityDocument = v.object({
  _id: v.string(),
  kind: v.picklist(['idFront', 'idBack', 'selfie']),
  status: v.picklist(['submitted', 'approved', 'rejected']),
  reason: v.nullable(v.string()),
  createdAt: v.string(),
})

/** `GET /performers/documents`, and the calls that replace documents. */
export const DocumentList = v.object({ data: v.array(IdentityDocument) })

export type IdentityDocument = v.InferOutput<typeof IdentityDocument>

/**
 * `PUT /performers/{id}`: only the fields given change. A new password needs the current one (`source`).
 */
export const UpdatePerformer = v.object({
  ...PerformerFields.entries,
  ...PriceChanges.entries,
  sellerKind: v.optional(SellerKind),
  ...v.pick(UpdateUser, ['password', 'passwordForm', 'source', 'sourceForm']).entries,
})

const sortable = ['updatedAt', 'createdAt', 'name', 'username'] as const

/** The filters of a list of creators. `free`: who has a post that is open to everybody. */
export const CreatorFilters = {
  category: v.optional(queryChoice(CATEGORIES)),
  country: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, 'Use a code of two letters'))),
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/, 'Use a code of ISO 639'))),
  gender: v.optional(queryChoice(CREATOR_OPTIONS.gender)),
  ageRange: v.optional(queryChoice(CREATOR_OPTIONS.ageRange)),
  bodyType: v.optional(queryChoice(CREATOR_OPTIONS.bodyType)),
  ethnicity: v.optional(queryChoice(CREATOR_OPTIONS.ethnicity)),
  hair: v.optional(queryChoice(CREATOR_OPTIONS.hair)),
  eyes: v.optional(queryChoice(CREATOR_OPTIONS.eyes)),
  orientation: v.optional(queryChoice(CREATOR_OPTIONS.orientation)),
  free: v.optional(queryChoice(['true', 'false'])),
}

/** `GET /performers/user/search`: creators by name, the latest change first. */
export const PerformerSearch = v.object({ ...listQuery(sortable).entries, ...CreatorFilters })

/** `GET /performers/top`: by their score, the highest first. */
export const TopSearch = v.object({ ...listQuery(['score', ...sortable]).entries, ...CreatorFilters })

export const RandomQuery = v.object({ pageSize: queryInteger(12, 1, 24) })

export const PerformerList = listOf(Creator)

export type CreatorQuery = v.InferOutput<typeof PerformerSearch> | v.InferOutput<typeof TopSearch>
