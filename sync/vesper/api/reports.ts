import * as v from 'valibot'
import { kindsWith } from '../records/things.ts'
import { OPTIONAL_TEXT_MAX, OptionalText, uuid } from './fields.ts'

export const REPORT_TEXT_MAX = OPTIONAL_TEXT_MAX

/** `performer` is a creator with their page, `user` a fan, `feed` a post. */
export const reportTargets = kindsWith('report')

export const reportCategories = [
  'illegal',
  'minor',
  'non-consensual',
  'impersonation',
  'spam',
  'copyright',
  'other',
] as const

/** `POST /reports`. */
export const NewReport = v.object({
  /** The same `_id` again is the same report. */
  _id: v.optional(uuid),
  objectType: v.picklist(reportTargets, 'This cannot be reported.'),
  objectId: v.pipe(uuid, v.toLowerCase()),
  category: v.picklist(reportCategories, 'Choose a reason.'),
  text: v.optional(OptionalText, ''),
})

export const Report = v.object({
  _id: uuid,
  state: v.picklist(['open', 'triaged', 'actioned', 'appealed', 'upheld', 'reversed']),
})

export type ReportTarget = (typeof reportTargets)[number]
export type ReportCategory = (typeof reportCategories)[number]
export type NewReport = v.InferOutput<typeof NewReport>
export type Report = v.InferOutput<typeof Report>
