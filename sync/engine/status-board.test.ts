import { expect, test } from 'vitest'
import { ME } from '../testing/harness.ts'
import { listModel } from '../testing/list-model.ts'
import { MemoryDatabase } from '../testing/memory-store.ts'
import { countedIds } from '../testing/random.ts'
import { Gate, Scheduler, settle } from '../testing/scheduler.ts'
import type { Work } from './status-board.ts'
import { StatusBoard } from './status-board.ts'
import type { ClientStore } from './store.ts'

/** A board over an empty outbox, what its work is, and how often the outbox was read. */
function boardOf() {
  const clock = new Scheduler().clock(new Gate())
  const { store: inner } = new MemoryDatabase(Object.keys(listModel.collections)).connect()
  const seen = { reads: 0, states: [] as string[], isBroken: false }
  const store: ClientStore = {
    ...inner,
    read(...args) {
      seen.reads += 1
      return seen.isBroken ? Promise.reject(new Error('cannot be read')) : inner.read(...args)
    },
  }
  const work: Work = {
    ...{ leading: true, needsAuth: false, connection: 'connected', busy: false },
    ...{ moved: 0, nextAttemptAt: null, isFull: false },
  }
  const replica = { account: ME, model: listModel, store, newId: countedIds(1), now: () => clock.date(), log() {} }
  const board = new StatusBoard({ replica, clock, work: () => work, onStuck() {}, publish() {} })
  board.subscribe(() => seen.states.push(board.status.state))
  return { board, work, seen }
}

test('[STATUS-1] a change of the work alone is shown over the last counts', async () => {
  const { board, work, seen } = boardOf()
  await board.refresh()
  work.busy = true
  board.show()
  work.needsAuth = true
  board.show()
  expect(seen).toMatchObject({ reads: 1, states: ['idle', 'syncing', 'needs-auth'] })
})

test('[STATUS-1] a count that is under way shows what the work is by then', async () => {
  const { board, work, seen } = boardOf()
  const counted = board.refresh()
  work.needsAuth = true
  board.show()
  await counted
  expect(seen).toMatchObject({ reads: 1, states: ['needs-auth'] })
})

test('[STATUS-1] where the last count failed the outbox is counted anew', async () => {
  const { board, seen } = boardOf()
  await board.refresh()
  seen.isBroken = true
  await board.refresh()
  seen.isBroken = false
  board.show()
  await settle()
  expect(seen.reads).toBe(3)
})
