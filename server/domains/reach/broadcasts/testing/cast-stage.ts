import { randomUUID } from 'node:crypto'
import type { BroadcastFigures, Reach } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { BroadcastState } from '@vesper/sync/vesper/records/broadcast.ts'
import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import { jpegWithPlace, upload } from '../../../../infra/files/testing/media-server.ts'
import { makePerson, signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Follow } from '../../../people/follows/entity.ts'
import { sendDueBroadcasts } from '../send-due.ts'

type Changes = {
  text?: string
  price?: number
  fileIds?: string[]
  include?: object[]
  exclude?: object[]
  sendAt?: string
}
type Answer = { state: BroadcastState; version: number; figures: BroadcastFigures; message?: string }

let count = 0
/** The same photo is not sold to anybody twice. */
let width = 400

/** A server whose clock a test moves, and a creator who writes to many on it. */
export class CastStage {
  readonly server: TestServer
  readonly #clock: { elapsedMs: number }

  private constructor(server: TestServer, clock: { elapsedMs: number }) {
    this.server = server
    this.#clock = clock
  }

  static async open(): Promise<CastStage> {
    const clock = { elapsedMs: 0 }
    const server = await startTestServer({ clock: () => new Date(Date.now() + clock.elapsedMs) })
    return new CastStage(server, clock)
  }

  now(): Date {
    return this.server.app.clock()
  }

  pass(ms: number): void {
    this.#clock.elapsedMs += ms
  }

  person(isPerformer = false): Promise<Person> {
    return makePerson(this.server, `cast_${(count += 1)}`, isPerformer)
  }

  /** The same account in a new session: the former has ended with the time. */
  again({ user }: Person): Promise<Person> {
    return signIn(this.server, user)
  }

  /** A creator with so many followers. */
  async creatorWith(followers: number): Promise<{ creator: Person; fans: Person[] }> {
    const creator = await this.person(true)
    const fans: Person[] = []
    for (let n = 0; n < followers; n += 1) fans.push(await this.person())
    await this.follow(creator, fans)
    return { creator, fans }
  }

  /** Past the command, so that nobody is greeted. */
  follow(creator: Person, fans: readonly Person[]): Promise<void> {
    return transact(this.server.app, null, async (tx) => {
      for (const fan of fans) {
        tx.em.create(Follow, { followerId: fan.id, performerId: creator.id, createdAt: tx.now })
      }
    })
  }

  async photo({ token }: Person): Promise<string> {
    const bytes = await jpegWithPlace((width += 1))
    return (await upload(this.server, '/messages/private/file', { token, bytes })).body._id
  }

  /** Saves a draft as a device does; answers its id. */
  async draft(creator: Person, changes: Changes = {}, _id: string = v7()): Promise<string> {
    const args = { _id, changes: { text: 'Hello, all', ...changes }, editedAt: this.now().toISOString() }
    const sent = mutation('broadcast.save', args as never)
    const { outcomes } = await new TestDevice(this.server, creator).sync([sent])
    if (outcomes[0]?.status !== 'applied') throw new Error(JSON.stringify(outcomes))
    return _id
  }

  async reach({ token }: Person, body: object): Promise<Reach> {
    const whole = { include: [{ kind: 'followers' }], exclude: [], fileIds: [], price: 0, ...body }
    return (await call(this.server, 'POST /performer/broadcasts/preview', { token, body: whole }))
      .body as unknown as Reach
  }

  async get({ token }: Person, id: string): Promise<Answer> {
    return (await call(this.server, `GET /performer/broadcasts/${id}`, { token })).body as unknown as Answer
  }

  /** Sends it as its author sees it now. */
  async send(creator: Person, id: string, count: number): Promise<{ status: number; body: Answer }> {
    const { version } = await this.get(creator, id)
    const { token } = creator
    const answer = await call(this.server, `POST /performer/broadcasts/${id}/send`, { token, body: { version, count } })
    return answer as unknown as { status: number; body: Answer }
  }

  async step({ token }: Person, id: string, name: 'take-back' | 'stop' | 'unsend') {
    const answer = await call(this.server, `POST /performer/broadcasts/${id}/${name}`, { token })
    return answer as unknown as { status: number; body: Answer }
  }

  /** Lets the job do all that is due. */
  async work(): Promise<void> {
    await sendDueBroadcasts.run(this.server.app, new AbortController().signal)
  }

  /** Lets the job work until something is so, and then stops it as a server that shuts down does. */
  async workUntil(isSo: () => Promise<boolean>): Promise<void> {
    const stopped = new AbortController()
    const work = sendDueBroadcasts.run(this.server.app, stopped.signal).catch(() => {})
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
    stopped.abort()
    await work
  }

  /** Sends it, and waits until it is out. */
  async sendOut(creator: Person, id: string, count: number): Promise<void> {
    const { status, body } = await this.send(creator, id, count)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    this.pass(61_000)
    await this.work()
  }

  async buy({ token }: Person, messageId: string, price: number): Promise<number> {
    const body = { _id: randomUUID(), price }
    return (await call(this.server, `POST /wallet/charges/message/${messageId}`, { token, body })).status
  }
}
