import { domain, notSynced } from '../../../infra/domain.ts'
import { alarmJob } from './alarm-job.ts'
import { caseRoom } from './case-room.ts'
import { checkDecisionsJob } from './check-decisions-job.ts'
import { deskRoutes } from './desk-routes.ts'
import { Appeal, Case, CaseEvidence, CaseNote, Decision } from './entity.ts'
import { joinReportsJob } from './join-reports-job.ts'
import { liftEndedJob } from './lift-ended-job.ts'
import { misuseJob } from './misuse-job.ts'
import { purgeEvidenceJob } from './purge-evidence-job.ts'
import { Report } from './reports/entity.ts'
import { reportRoutes } from './reports/routes.ts'
import { statementRoutes } from './statement-routes.ts'
import { transparencyRoute } from './transparency-route.ts'

/** Reports against things and accounts, the decisions of staff on them, and appeals. */
export const cases = domain({
  name: 'cases',
  entities: [
    notSynced(Case),
    notSynced(CaseEvidence),
    notSynced(Decision),
    notSynced(Appeal),
    notSynced(CaseNote),
    notSynced(Report),
  ],
  reads: ['asset', 'attachment', 'comment', 'file', 'message', 'post', 'stream', 'user'],
  routes: [...reportRoutes, ...deskRoutes, ...statementRoutes, transparencyRoute],
  jobs: [purgeEvidenceJob, liftEndedJob, checkDecisionsJob, alarmJob, joinReportsJob, misuseJob],
  pageRooms: [caseRoom],
  // Files that are evidence are opened in the desk alone.
  fileHolders: [{ type: 'evidence', viewableOf: () => Promise.resolve(false) }],
})
