import { domain, notSynced } from '../../../infra/domain.ts'
import { Challenge, Passkey, RecoveryCode, Totp } from './entity.ts'
import { removeFactorsSince } from './remove-factors-since.ts'
import { FactorReset } from './resets/entity.ts'
import { stopFactorReset } from './resets/stop-reset.ts'
import { workResetsJob } from './resets/work-resets-job.ts'
import { factorRoutes } from './routes.ts'
import { askSecondFactor } from './second-factor.ts'
import { stepUpWays } from './step-up-ways.ts'
import { sealedTotpSecrets } from './totp.ts'

/** The second factors of accounts: passkeys, authenticator apps, recovery codes. */
export const factors = domain({
  name: 'factors',
  entities: [
    notSynced(Passkey),
    notSynced(Totp),
    notSynced(RecoveryCode),
    notSynced(Challenge),
    notSynced(FactorReset),
  ],
  reads: ['performer'],
  routes: factorRoutes,
  keyHolders: sealedTotpSecrets,
  jobs: [workResetsJob],
  factors: { ways: stepUpWays, ask: askSecondFactor },
  loginDenied: removeFactorsSince,
  addressChanged: async (tx, userId) => void (await stopFactorReset(tx, userId)),
})
