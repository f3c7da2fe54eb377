import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { PaymentsConfig } from '../../../config.ts'
import { loadOptional } from '../../../load-optional.ts'
import type { SandboxGateway } from '../../../sandbox-gateway/sandbox-gateway.ts'
import type { Gateway } from './gateway.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'

/** The payment provider of the site; `gateway` is null where none is set up. */
export type Payments = {
  gateway: Gateway | null
  /** The pay page of the sandbox; null with a real provider. */
  sandbox: Omit<SandboxGateway, 'port' | 'stop'> | null
  /** Begins to take the provider's events at this address, where the sandbox sends them by itself. */
  takeEventsAt: (url: string) => void
  close: () => Promise<void>
}

type Options = { payments: PaymentsConfig; databaseUrl: string; publicUrl: string; log: Logger }

/** Opens the provider that the configuration names. The sandbox is a server of its own, reached through the same SDK. */
export async function openPayments({ payments, databaseUrl, publicUrl, log }: Options): Promise<Payments> {
  const nothing = { sandbox: null, takeEventsAt: () => {}, close: () => Promise.resolve() }
  if (payments.provider === 'none') return { ...nothing, gateway: null }
  if (payments.provider === 'stripe') return { ...nothing, gateway: stripeGateway({ ...payments, log }) }
  const { startSandboxGateway } = await loadOptional(() => import('../../../sandbox-gateway/sandbox-gateway.ts'), {
    name: 'test payments',
    without: 'PAYMENTS=off',
  })
  const [secretKey, secret] = [`sk_test_${randomKey()}`, `whsec_${randomKey()}`]
  let eventsAt: string | null = null
  const sandbox = await startSandboxGateway({
    ...{ databaseUrl, secretKey, publicUrl },
    webhook: () => (eventsAt === null ? null : { url: eventsAt, secret }),
  })
  return {
    gateway: stripeGateway({ secretKey, webhookSecrets: [secret], port: sandbox.port, log }),
    sandbox,
    takeEventsAt: (url) => void (eventsAt = url),
    close: sandbox.stop,
  }
}

function randomKey(): string {
  return randomBytes(24).toString('hex')
}
