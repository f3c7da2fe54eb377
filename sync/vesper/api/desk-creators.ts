import * as v from 'valibot'
import { listOf, listQuery, queryChoice, shown, storable, uuid, visible } from './fields.ts'
import { IdentityDocument } from './performers.ts'

export const reviewStates = ['submitted', 'approved', 'rejected'] as const
export const documentKinds = ['idFront', 'idBack', 'selfie'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A creator with the state of the review. `createdAt`: when the creator applied. */
export const DeskCreatorRow = v.object({
  _id: uuid,
  username: v.nullable(v.string()),
  name: v.string(),
  country: v.string(),
  emailVerified: v.boolean(),
  verification: v.picklist(reviewStates),
  documents: v.number(),
  createdAt: v.string(),
})
export type DeskCreatorRow = v.InferOutput<typeof DeskCreatorRow>
export const DeskCreatorList = listOf(DeskCreatorRow)

/** `GET /desk/creators`: those who wait, the oldest first, unless told. */
export const DeskCreatorQuery = v.object({
  ...listQuery(['createdAt']).entries,
  sort: v.optional(queryChoice(['asc', 'desc']), 'asc'),
  verification: v.optional(queryChoice(reviewStates), 'submitted'),
})

/** `isThere`: its bytes have not been removed yet. `isPdf`: it cannot be shown as a picture. */
export const DeskDocument = v.object({ ...IdentityDocument.entries, isThere: v.boolean(), isPdf: v.boolean() })
export type DeskDocument = v.InferOutput<typeof DeskDocument>

/** `GET /desk/creators/{id}`. `version`: of the documents and their state, for the review. */
export const DeskCreator = v.object({
  ...v.omit(DeskCreatorRow, ['documents']).entries,
  status: v.picklist(['active', 'suspended', 'deactivated']),
  dateOfBirth: v.string(),
  rejectionReason: v.nullable(v.string()),
  documents: v.array(DeskDocument),
  version: v.string(),
  isOwn: v.boolean(),
  /** The reader may look at the documents and decide. */
  mayReview: v.boolean(),
})
export type DeskCreator = v.InferOutput<typeof DeskCreator>

export const PROBLEM_MAX = 300
const NO_PROBLEM = 'Say what is wrong with it.'
const problem = v.pipe(
  v.string(NO_PROBLEM),
  shown,
  v.trim(),
  visible(NO_PROBLEM),
  v.maxLength(PROBLEM_MAX, 'A problem has at most 300 characters.'),
  storable,
)

/** `POST /desk/creators/{id}/review`. A rejection names the documents that are wrong; the creator reads each problem. */
export const CreatorReview = v.variant('decision', [
  v.object({ _id: uuid, version: v.string(), decision: v.literal('approve') }),
  v.object({
    _id: uuid,
    version: v.string(),
    decision: v.literal('reject'),
    documents: v.pipe(
      v.array(v.object({ kind: v.picklist(documentKinds), reason: problem })),
      v.minLength(1, 'Name the document that is wrong.'),
      v.maxLength(documentKinds.length),
    ),
  }),
])
export type CreatorReview = v.InferOutput<typeof CreatorReview>

/** `GET /desk/documents/{id}`: a JPEG in base64, with the name of the reader drawn across it. */
export const DeskPicture = v.object({ mimeType: v.literal('image/jpeg'), data: v.string() })
