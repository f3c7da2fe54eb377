import { NewReport, Report } from '@vesper/sync/vesper/api/reports.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { addReport } from './commands.ts'
import { reportView } from './views.ts'

export const reportRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/reports',
    who: 'user',
    limits: [{ points: 20, seconds: 3600, by: 'account' }],
    tag: 'Reports',
    summary: 'Report a post, a message or an account; an open report on it is answered again',
    body: NewReport,
    answer: Report,
    handle: ({ app, actor, body }) => transact(app, actor, async (tx) => reportView(await addReport(tx, body))),
  }),
]
