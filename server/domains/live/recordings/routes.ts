import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { RecordingPromise, RecordingState } from '@vesper/sync/vesper/api/live-recordings.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { promiseSlices } from './commands.ts'
import { recordingState } from './queries.ts'

const tag = 'Streaming'
const path = '/streaming/live/{id}/recording'
const params = v.object({ id: v.pipe(uuid, v.toLowerCase()) })
const limits: Limit[] = [{ points: 120, seconds: 60, by: 'account' }]

const stateRoute = route({
  ...{ method: 'GET', path, who: 'performer', limits, tag },
  summary: 'The recording of an own stream: its clock, its holes, and the slices that fill them',
  params,
  answer: RecordingState,
  handle: ({ app, actor, params: { id } }) => recordingState(app, actor, id),
})

const promiseRoute = route({
  ...{ method: 'PUT', path, who: 'performer', limits, tag },
  summary: 'Tell which slices for its holes are going to be uploaded, or that no more will be',
  params,
  body: RecordingPromise,
  answer: RecordingState,
  async handle({ app, actor, params: { id }, body }) {
    await transact(app, actor, (tx) => promiseSlices(tx, { streamId: id, ...body }))
    return recordingState(app, actor, id)
  },
})

export const recordingRoutes: Route[] = [stateRoute, promiseRoute]
