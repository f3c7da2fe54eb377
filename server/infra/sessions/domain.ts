import { shortKeyId } from '../crypto/key-ring.ts'
import { domain, notSynced } from '../domain.ts'
import { Session } from './entity.ts'

/** Sessions of accounts. */
export const sessions = domain({
  name: 'sessions',
  reads: ['user'],
  entities: [notSynced(Session)],
  keyHolders: [
    {
      purpose: 'session',
      name: 'open sessions',
      left(app, keyId) {
        const signed = { $or: [{ keyId: null }, { keyId: shortKeyId(keyId) }] }
        return app.orm.em.fork().count(Session, { revokedAt: null, expiresAt: { $gt: app.clock() }, ...signed })
      },
    },
  ],
})
