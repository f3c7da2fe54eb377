import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'

type Edit = Pick<ArgsOf<'draft.save'>, 'base' | 'changes' | 'settled'>

/** A creator with two devices, others in each test of the file. */
export class Author {
  server!: TestServer
  creator!: Person
  one!: TestDevice
  two!: TestDevice
  count = 0
  /** The server's clock is this much ahead, in milliseconds. */
  elapsedMs = 0

  constructor() {
    beforeAll(async () => {
      this.server = await startTestServer({ clock: () => new Date(Date.now() + this.elapsedMs) })
    })
    afterAll(() => this.server.stop())
    beforeEach(async () => {
      this.count += 1
      this.elapsedMs = 0
      this.creator = await makePerson(this.server, `writer_${this.count}`, true)
      this.one = new TestDevice(this.server, this.creator)
      this.two = new TestDevice(this.server, this.creator)
    })
  }

  /** A draft that both devices hold. */
  async begin(changes: Edit['changes']): Promise<string> {
    const _id = v7()
    await this.one.sync([save(_id, { changes })])
    await this.two.syncAll()
    return _id
  }
}

export function save(_id: string, edit: Partial<Edit>) {
  return mutation('draft.save', { _id, base: {}, changes: {}, editedAt: '2000-01-01T00:00:00.000Z', ...edit })
}

export function discard(draft: PostDraft) {
  return mutation('draft.discard', { _id: draft._id, seen: sightOf(draft) })
}

export function held(device: TestDevice): PostDraft {
  const [draft] = device.all<PostDraft>('post-drafts')
  if (!draft) throw new Error('this device holds no draft')
  return draft
}

export async function outcomeOf(device: TestDevice, sent: Parameters<TestDevice['sync']>[0]) {
  const { outcomes } = await device.sync(sent)
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? [outcome.kind, outcome.message] : ['applied']))
}
