import { test as base } from 'vitest'
import { makePair, makePerson } from '../infra/sync/testing/person.ts'
import { startTestServer } from './server.ts'

/** Tells the people of one database apart. */
let count = 0

/**
 * Vitest's test with a server of the file, and people on it whom no other test uses: a `fan`, a `creator`, and a `pair` of
 * both in a conversation. A test has those that it names.
 */
export const test = testWith({})

/** The same, for tests that look at every statement of the process: nothing runs beside their calls. */
export const quietTest = testWith({ services: 'off' })

function testWith(given: Parameters<typeof startTestServer>[0]) {
  return base
    .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
      const server = await startTestServer(given)
      onCleanup(() => server.stop())
      return server
    })
    .extend('fan', ({ server }) => makePerson(server, `one_fan_${(count += 1)}`))
    .extend('creator', ({ server }) => makePerson(server, `one_creator_${(count += 1)}`, true))
    .extend('pair', ({ server }) => makePair(server, (count += 1)))
}
