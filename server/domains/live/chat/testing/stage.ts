import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import { startTestServer } from '../../../../testing/server.ts'
import { useMemoryEngine } from '../../streams/testing/memory-engine.ts'
import { StreamModerator } from '../entity.ts'
import type { Client } from './ask.ts'
import { connect, makeStream } from './chat.ts'

let count = 0

/**
 * A test with a live stream of a creator, a moderator and a fan of it, and sockets that are gone with the test. `clock.ms` is
 * the time of the server.
 */
export const test = base
  .extend('clock', { scope: 'file' }, async () => ({ ms: Date.now() }))
  .extend('server', { scope: 'file' }, async ({ clock }, { onCleanup }) => {
    const server = await startTestServer({ clock: () => new Date(clock.ms) })
    useMemoryEngine(server.app)
    onCleanup(() => server.stop())
    return server
  })
  .extend('stream', async ({ server, creator }) => makeStream(server, creator))
  .extend('moderator', async ({ server, creator }) => {
    const person = await makePerson(server, `one_moderator_${(count += 1)}`)
    await transact(server.app, null, async ({ em, now }) => {
      em.create(StreamModerator, { performerId: creator.id, userId: person.id, createdAt: now })
    })
    return person
  })
  .extend('socketOf', async ({ server }, { onCleanup }) => {
    const clients: Client[] = []
    onCleanup(() => void clients.map((client) => client.disconnect()))
    return async (person: Person) => {
      const client = await connect(server, person)
      clients.push(client)
      return client
    }
  })
