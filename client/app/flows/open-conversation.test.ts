// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { restoreSession, startSession } from '../../core/session/session.ts'
import { openConversation } from './open-conversation.ts'

const engine = vi.hoisted(() => ({ opens: Promise.resolve(), mutate: vi.fn(() => Promise.resolve()) }))

vi.mock('../../core/sync/sync.ts', () => ({ openedSync: () => engine.opens.then(() => engine) }))

const user = { _id: '01900000-0000-7000-8000-000000000001', name: 'Ada', username: 'ada' } as Profile
const other = {
  _id: '01900000-0000-7000-8000-000000000002',
  name: 'Mara',
  username: 'mara',
  avatar: null,
  isPerformer: true,
}

function routerAt(href: string) {
  return { latestLocation: { href }, navigate: vi.fn(() => Promise.resolve()) }
}

type Router = Parameters<typeof openConversation>[0]

beforeEach(async () => {
  engine.opens = Promise.resolve()
  engine.mutate.mockClear()
  await restoreSession()
  await startSession({ token: 'token-1', user }, true)
})

test('opens the conversation that the user asks for', async () => {
  const router = routerAt('/mara')
  await openConversation(router as unknown as Router, other)
  expect(engine.mutate).toHaveBeenCalledOnce()
  expect(router.navigate).toHaveBeenCalledOnce()
})

test('a user who has gone on to another page stays there; the conversation is opened all the same', async () => {
  const gate = Promise.withResolvers<void>()
  engine.opens = gate.promise
  const router = routerAt('/mara')
  const going = openConversation(router as unknown as Router, other)
  router.latestLocation = { href: '/home' }
  gate.resolve()
  await going
  expect(engine.mutate).toHaveBeenCalledOnce()
  expect(router.navigate).not.toHaveBeenCalled()
})
