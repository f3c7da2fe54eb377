import { shortKeyId } from '../../../infra/crypto/key-ring.ts'
import { domain, notSynced } from '../../../infra/domain.ts'
import { endPush } from './commands.ts'
import { PushDelivery, PushSubscription } from './entity.ts'
import { pushRoutes } from './routes.ts'
import { sendJob } from './send-job.ts'

/** Messages to browsers in which no page of the app is open. */
export const push = domain({
  name: 'push',
  entities: [notSynced(PushSubscription), notSynced(PushDelivery)],
  routes: pushRoutes,
  jobs: [sendJob],
  sessionsEnded: endPush,
  keyHolders: [
    {
      purpose: 'vapid',
      name: 'subscriptions',
      left(app, keyId) {
        const made = { $or: [{ keyId: null }, { keyId: shortKeyId(keyId) }] }
        return app.orm.em.fork().count(PushSubscription, made)
      },
    },
  ],
})
