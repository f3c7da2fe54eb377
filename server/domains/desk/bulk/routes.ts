import { BulkAnswer, BulkList, BulkPreview } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { previewBulk, recentBulks, runBulk, undoBulk } from './bulk.ts'

const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  ...{ method: 'GET', path: '/desk/bulk', who: 'staff', needs: 'cases.decide', tag: 'Cases' },
  summary: 'The own decisions on many cases of the last day, with how far they are',
  answer: BulkList,
  handle: ({ app, actor }) => recentBulks({ app, actor }),
})

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
  summary: 'Take back what a bulk has hidden or suspended, within 30 minutes',
  params: byId,
  answer: BulkAnswer,
  handle: ({ app, actor, params }) => undoBulk({ app, actor }, params.id),
})

export const bulkRoutes: Route[] = [listRoute, previewRoute, runRoute, undoRoute]
