import { TransparencyQuery, TransparencyReport } from '@vesper/sync/vesper/api/transparency.ts'
import { readSnapshot } from '../../../infra/database/read-snapshot.ts'
import { route } from '../../../infra/http/route.ts'
import { transparencyRows } from './transparency-rows.ts'

/** The figures of a report on moderation, for the owner to publish. */
export const transparencyRoute = route({
  ...{ method: 'GET', path: '/desk/transparency', who: 'staff', needs: 'cases.decide', tag: 'Cases' },
  summary: 'Notices, measures and complaints of some days, by category, as the Digital Services Act asks for them',
  limits: [{ points: 20, seconds: 60, by: 'account' }],
  query: TransparencyQuery,
  answer: TransparencyReport,
  handle: async ({ app, query }) => ({
    ...query,
    rows: await readSnapshot(app, (em) => transparencyRows(em, query)),
  }),
})
