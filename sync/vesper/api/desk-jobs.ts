import * as v from 'valibot'
import { uuid } from './fields.ts'

/**
 * Background work of the site. `everySeconds` is null for a job that runs once for each thing it is given. `nextAt`: when the
 * next waiting run is due; one in the past waits for a worker.
 */
export const DeskJob = v.object({
  name: v.string(),
  everySeconds: v.nullable(v.number()),
  queued: v.number(),
  active: v.number(),
  failed: v.number(),
  lastAt: v.nullable(v.string()),
  nextAt: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
})
export type DeskJob = v.InferOutput<typeof DeskJob>

/** Work that failed or waits. `subjects`: the ids in it, by their names. */
export const DeskJobItem = v.object({
  _id: uuid,
  name: v.string(),
  state: v.picklist(['created', 'retry', 'failed']),
  attempts: v.number(),
  createdAt: v.string(),
  error: v.nullable(v.string()),
  subjects: v.array(v.object({ name: v.string(), id: v.string() })),
})
export type DeskJobItem = v.InferOutput<typeof DeskJobItem>

/** Mails that were not sent. `givenUp` counts those that are not tried any more. All wait where there is no mail server. */
const DeskMails = v.object({
  waiting: v.number(),
  givenUp: v.number(),
  oldestAt: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
})

/** `GET /desk/jobs`: all jobs by name; `items` are a hundred at most, failed ones first. */
export const DeskJobs = v.object({
  data: v.array(DeskJob),
  total: v.number(),
  items: v.array(DeskJobItem),
  mails: DeskMails,
})
export type DeskJobs = v.InferOutput<typeof DeskJobs>
