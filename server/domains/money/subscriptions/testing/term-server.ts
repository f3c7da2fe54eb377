import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { offer } from './subscribe.ts'

let count = 0

/** A server whose payments are those of the sandbox. */
export function startTermServer(options: { clock: () => Date; jobs?: 'on' }): Promise<TestServer> {
  const { clock, ...config } = options
  const payments = { provider: 'sandbox' } as const
  return startTestServer({ config: { payments, publicUrl: 'http://127.0.0.1', ...config }, clock })
}

/** A new creator, who sells a month at 5.00, and a year where its price is given (cents), and a new fan. */
export async function newPair(
  server: TestServer,
  { yearly }: { yearly?: number } = {},
): Promise<Record<'creator' | 'fan', Person>> {
  count += 1
  const creator = await makePerson(server, `creator_${count}`, true)
  const fan = await makePerson(server, `fan_${count}`)
  await offer(server, creator, { prices: { monthly: 500, ...(yearly !== undefined && { yearly }) } })
  return { creator, fan }
}
