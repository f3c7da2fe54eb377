import { BulkAnswer, BulkPreview } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { previewBulk, runBulk, undoBulk } from './bulk.ts'

const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const previewRoute = route({
  ...{ method: 'POST', path: '/desk/bulk/preview', who: 'staff', needs: 'cases.decide', tag: 'Cases' },
  summary: 'Say what one decision on many cases would do, and freeze them',
  body: BulkPreview,
  answer: BulkAnswer,
  handle: ({ app, actor, body }) => previewBulk({ app, actor }, body),
})

const runRoute = route({
  ...{ method: 'POST', path: '/desk/bulk/{id}/run', who: 'staff', needs: 'cases.decide', tag: 'Cases' },
  summary: 'Decide the cases of a preview, within 10 minutes',
  params: byId,
  answer: BulkAnswer,
  handle: ({ app, actor, params }) => runBulk({ app, actor }, params.id),
})

const undoRoute = route({
  ...{ method: 'POST', path: '/desk/bulk/{id}/undo', who: 'staff', needs: 'cases.decide', tag: 'Cases' },
  summary: 'Restore what a bulk has hidden, within 30 minutes',
  params: byId,
  answer: BulkAnswer,
  handle: ({ app, actor, params }) => undoBulk({ app, actor }, params.id),
})

export const bulkRoutes: Route[] = [previewRoute, runRoute, undoRoute]
