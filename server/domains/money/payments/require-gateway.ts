import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import type { Gateway } from './gateway.ts'

/** Refuses as `unavailable` where the site takes no payments. */
export function requireGateway({ payments }: App): Gateway {
  if (!payments.gateway) throw new Refusal('unavailable', 'Payments are not set up on this site.')
  return payments.gateway
}
