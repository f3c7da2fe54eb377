// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { writeKeptForm } from './kept-form.ts'
import { countUnsent } from './logout.ts'

const outbox = [
  { name: 'conversation.read-all', state: 'waiting' },
  { name: 'conversation.read-all', state: 'rejected' },
  { name: 'message.send', state: 'waiting' },
]
const drafts = [
  { key: 'message:1', text: ' ', fileIds: [] },
  { key: 'message:2', text: 'half', fileIds: [] },
]

vi.mock('./sync.ts', () => ({
  openSyncOf: async () => ({
    db: {
      outbox: { toArray: async () => outbox, count: async () => outbox.length },
      drafts: { toArray: async () => drafts },
    },
  }),
  stopSyncing: async () => undefined,
}))

test('[LEAVE-3] who logs out is told of what would be missed, not of a mark of reading or an empty draft', async () => {
  expect(await countUnsent('me')).toEqual({ mutations: 2, drafts: 1 })
})

test('[LEAVE-3] who logs out is told of a form that is not saved', async () => {
  writeKeptForm('me', 'profile', { bio: 'half a thought' })
  writeKeptForm('other', 'profile', { bio: 'of no concern' })
  expect(await countUnsent('me')).toEqual({ mutations: 2, drafts: 2 })
})
