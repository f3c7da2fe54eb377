import { v7 } from 'uuid'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { tip } from '../../../money/money/charges/tip.ts'
import { fillWallet } from '../../../money/money/testing/books.ts'
import { Wallet } from '../../../money/money/wallet.ts'
import { OPEN_CHAT, StreamSettings } from '../../streams/entity.ts'
import { useMemoryEngine } from '../../streams/testing/memory-engine.ts'
import type { MemoryEngine } from '../../streams/testing/memory-engine.ts'
import { Show } from '../entity.ts'
import { lookAtShows, readShows } from '../metering/look-at-shows.ts'
import { meterClock } from '../metering/own-meters.ts'
import { acceptShow } from '../requests/accept-show.ts'
import { requestShow } from '../requests/request-show.ts'

/** A server whose clocks and packets a test moves by itself. */
export type ShowStage = {
  server: TestServer
  app: App
  engine: MemoryEngine
  stop: () => Promise<void>
  fan: (paid?: number) => Promise<Person>
  /** A creator who takes private shows, 60 tokens a minute, three minutes at least. */
  creator: (settings?: Partial<StreamSettings>) => Promise<Person>
  settings: (creator: Person, settings: Partial<StreamSettings>) => Promise<void>
  /** A show that was asked for, and accepted. */
  accepted: (fan: Person, creator: Person, given?: { cap?: number; minutes?: number }) => Promise<string>
  /** The same, with both sides there. */
  active: (fan: Person, creator: Person, given?: { cap?: number; minutes?: number }) => Promise<string>
  enter: (room: string, who: Person, role: 'publish' | 'view') => Promise<void>
  /** Time goes on, for all clocks. Accounts that are `away` send nothing meanwhile. */
  pass: (seconds: number, away?: readonly Person[]) => Promise<void>
  show: (id: string) => Promise<Show>
  /** The fan tips the creator meanwhile. */
  spend: (fan: Person, creator: Person, tokens: number) => Promise<void>
  wallet: (fan: Person) => Promise<{ balance: number; held: number }>
}

const STEP_MS = 500

type StageConfig = NonNullable<NonNullable<Parameters<typeof startTestServer>[0]>['config']>

export async function makeShowStage(config: StageConfig = {}): Promise<ShowStage> {
  let [passedMs, count] = [0, 0]
  const began = Date.now()
  const server = await startTestServer({ config, clock: () => new Date(began + passedMs) })
  const { app } = server
  const engine = useMemoryEngine(app)
  meterClock(app).now = () => passedMs
  const em = () => app.orm.em.fork()

  async function settings(creator: Person, given: Partial<StreamSettings>): Promise<void> {
    await transact(app, null, async (tx) => {
      const known = await tx.em.findOne(StreamSettings, { performerId: creator.id })
      const plain = { performerId: creator.id, acceptsPrivate: true, chat: OPEN_CHAT, updatedAt: tx.now }
      if (known) tx.em.assign(known, given)
      else tx.em.create(StreamSettings, { ...plain, ...given })
    })
  }

  const stage: ShowStage = {
    ...{ server, app, engine, settings },
    stop: () => server.stop(),
    async fan(paid = 1_000) {
      const fan = await makePerson(server, `show_fan_${(count += 1)}`)
      await fillWallet(server, fan.id, { paid })
      return fan
    },
    async creator(given = {}) {
      const creator = await makePerson(server, `show_creator_${(count += 1)}`, true)
      await settings(creator, given)
      return creator
    },
    async accepted(fan, creator, { cap = 600, minutes = 10 } = {}) {
      const _id = v7()
      const asked = { _id, performerId: creator.id, minutes, cap, rateSeen: 60 }
      await transact(app, fan.actor, (tx) => requestShow(tx, asked))
      await transact(app, creator.actor, (tx) => acceptShow(tx, _id))
      await readShows(app)
      return _id
    },
    async active(fan, creator, given) {
      const id = await stage.accepted(fan, creator, given)
      await stage.enter(id, creator, 'publish')
      await stage.enter(id, fan, 'view')
      await stage.pass(0)
      return id
    },
    async enter(room, { actor }, role) {
      await engine.enter({ room, role, userId: actor.userId, sessionId: actor.sessionId })
      setAges([], 0)
    },
    async pass(seconds, away = []) {
      const gone = away.map(({ id }) => id)
      for (let step = 0; step < (seconds * 1000) / STEP_MS; step += 1) {
        passedMs += STEP_MS
        setAges(gone, STEP_MS)
        if (step % 2 === 0) await readShows(app)
        await lookAtShows(app)
      }
      await readShows(app)
      await lookAtShows(app)
    },
    async spend(fan, { id: performerId }, tokens) {
      const wanted = { _id: v7(), performerId, tokens, message: '' }
      await transact(app, fan.actor, (tx) => tip(tx, wanted))
    },
    show: (id) => em().findOneOrFail(Show, { id }),
    async wallet({ id }) {
      const { balance, held } = await em().findOneOrFail(Wallet, { userId: id })
      return { balance, held }
    },
  }

  /** The packets of those who are there are new; those of the others grow old. */
  function setAges(gone: readonly string[], ms: number): void {
    for (const peer of [...engine.rooms.values()].flatMap(({ peers }) => peers)) {
      peer.silentMs = gone.includes(peer.userId) ? (peer.silentMs ?? 0) + ms : 0
    }
  }

  return stage
}
