import { mutations } from '@vesper/sync/vesper/mutations/registry.ts'
import { expect, test } from 'vitest'
import { domains } from '../domains.ts'
import { restrictionsOf, stoppedCommands } from './restrictions-of.ts'

/** The jobs that do something in the name of an account. */
const ACTING_JOBS = ['posts.publish-due', 'broadcasts.send-due', 'subscriptions.renew']

const commands = [
  ...Object.keys(mutations),
  ...domains.routes
    .filter(({ method, who }) => method !== 'GET' && who !== 'staff')
    .map(({ method, path }) => `${method} ${path}`),
  ...domains.socketEvents.map(({ event }) => event),
  ...ACTING_JOBS,
]

test('each mutation, call and event is classified', () => {
  expect(commands.length).toBeGreaterThan(200)
  expect(commands.filter((command) => restrictionsOf(command) === null)).toEqual([])
})

test('a command that nobody has classified is noticed', () => {
  expect(restrictionsOf('POST /performer/zines')).toBeNull()
  expect(restrictionsOf('message.delete')).toEqual([])
})

test('each classified command exists', () => {
  const known = new Set(commands)
  expect(stoppedCommands().filter((command) => !known.has(command))).toEqual([])
})
