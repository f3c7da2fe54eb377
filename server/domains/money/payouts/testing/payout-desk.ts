import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call, makeAccount, PASSWORD } from '../../../people/accounts/testing/api.ts'
import { admin } from '../admin.ts'
import { PayoutDetails } from '../details/entity.ts'
import { earn } from './earn.ts'

/** Creators who ask for payouts on a server with the sandbox provider, whose public address is http://127.0.0.1. */
export function payoutDesk(server: () => TestServer, fan: () => Person) {
  /** A creator with a password of their own. */
  async function makeCreator(): Promise<Person> {
    const username = `creator_${randomUUID().slice(0, 8)}`
    return signIn(server(), await makeAccount(server(), { username, isPerformer: true }))
  }

  /** A creator with an account at the provider who can be paid 80.00. */
  async function payable(answer = 'complete', tokens = 2000): Promise<Person> {
    const creator = await makeCreator()
    await openAccount(creator, answer)
    await endHold(creator)
    await earn(server(), { from: fan(), to: creator, tokens })
    return creator
  }

  async function openAccount(creator: Person, answer: string): Promise<void> {
    const proof = { password: PASSWORD }
    const { body } = await call(server(), 'POST /stripe/accounts', { token: creator.token, body: proof })
    expect(body['status']).toBe('onboarding')
    const { pathname } = new URL(String(body['url']))
    const form = await fetch(server().url + pathname, {
      method: 'POST',
      body: new URLSearchParams({ answer }),
      redirect: 'manual',
    })
    expect([form.status, form.headers.get('location')]).toEqual([
      303,
      'http://127.0.0.1/creator/payouts?account=returned',
    ])
    expect((await fetch(server().url + pathname)).status).toBe(404)
    const again = await call(server(), 'POST /stripe/accounts', { token: creator.token, body: {} })
    expect(again.body).toMatchObject({ status: 'ready', url: null })
  }

  /** As if 48 hours had passed since the account became ready. */
  async function endHold(creator: Person): Promise<void> {
    await server().app.orm.em.fork().nativeUpdate(PayoutDetails, { performerId: creator.id }, { lockedUntil: null })
  }

  async function calculate(creator: Person, body: object = {}) {
    return (await call(server(), 'POST /payout-requests/calculate', { token: creator.token, body })).body
  }

  async function ask(creator: Person, body: object = {}) {
    const { version } = await calculate(creator)
    const whole = { _id: randomUUID(), amount: 6000, method: 'stripe', version, ...body }
    return call(server(), 'POST /payout-requests', { token: creator.token, body: whole })
  }

  function decide(...args: string[]): Promise<string[]> {
    const lines: string[] = []
    const command = admin['payout']
    if (!command) throw new Error('there is no command')
    return command.run({ app: server().app, args, print: (line) => void lines.push(line) }).then(() => lines)
  }

  async function view(creator: Person, id: unknown) {
    return (await call(server(), `GET /payout-requests/${String(id)}/view`, { token: creator.token })).body
  }

  return {
    makeCreator,
    payable,
    openAccount,
    endHold,
    calculate,
    ask,
    decide,
    view,
    payoutsOf: (creator: Person) => payoutsOf(server(), creator),
    transfersTo: (creator: Person) => transfersTo(server(), creator),
  }
}

/** Payouts that left the creator's account for the bank. */
async function payoutsOf(server: TestServer, creator: Person): Promise<{ amount: number }[]> {
  const { accountId } = await server.app.orm.em.fork().findOneOrFail(PayoutDetails, { performerId: creator.id })
  return server.app.orm.em
    .fork()
    .execute(
      `select (data->>'amount')::int as amount from sandbox_gateway.object where kind = 'payout' and data->>'account' = ?`,
      [accountId],
    )
}

/** Transfers to the creator's account at the provider, in the order of their time. */
async function transfersTo(
  server: TestServer,
  creator: Person,
): Promise<{ amount: number; amount_reversed: number }[]> {
  const { accountId } = await server.app.orm.em.fork().findOneOrFail(PayoutDetails, { performerId: creator.id })
  return server.app.orm.em.fork().execute(
    `select (data->>'amount')::int as amount, (data->>'amount_reversed')::int as amount_reversed
     from sandbox_gateway.object where kind = 'transfer' and data->>'destination' = ? order by created_at`,
    [accountId],
  )
}
