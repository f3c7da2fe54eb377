import { domain, notSynced } from '../../../infra/domain.ts'
import { Dispute, DisputeDecision } from './entity.ts'
import { enqueueDisputeEvent, followJob, followOpen } from './jobs.ts'
import { disputeRoutes } from './routes.ts'
import { sendDecisionJob } from './send-decision.ts'

/** Payments that banks dispute, and the answers of staff to them. */
export const disputes = domain({
  name: 'disputes',
  entities: [notSynced(Dispute), notSynced(DisputeDecision)],
  reads: [
    'asset',
    'charge',
    'comment',
    'conversation_member',
    'download_request',
    'message',
    'payment_order',
    'session',
    'subscription_period',
    'user',
  ],
  routes: disputeRoutes,
  gatewayEvent: enqueueDisputeEvent,
  jobs: [followJob, followOpen, sendDecisionJob],
})
