import { randomUUID } from 'node:crypto'
import type { Row } from '@vesper/sync/engine/core/outbox-record.ts'
import { MAX_SPACES } from '@vesper/sync/engine/protocol/space-checksum.ts'
import type { SpaceChecksum } from '@vesper/sync/engine/protocol/space-checksum.ts'
import type { SyncRequest, WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { PROTOCOL_VERSION } from '@vesper/sync/engine/protocol/version.ts'
import { checksumRows } from '@vesper/sync/engine/verify/row-checksum.ts'
import { mutations } from '@vesper/sync/vesper/mutations/registry.ts'
import type { ArgsOf, MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import { vesperStorage } from '@vesper/sync/vesper/vesper-storage.ts'
import { v7 } from 'uuid'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import type { ApiAnswer } from '../../../domains/people/accounts/testing/api.ts'
import { receiptsSettled } from '../../../domains/talk/conversations/receipt-queue.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { Person } from './person.ts'

type Server = Pick<TestServer, 'app' | 'url' | 'logLines'>

/** A device that holds what it was told, without any of the client's engine: the protocol, word by word. */
export class TestDevice {
  device: string = randomUUID()
  turn = 0
  incarnation: string = randomUUID()
  /** The turn of the push under way. */
  next: string | undefined
  epoch: string | null = null
  run = 0
  cursor: Record<string, number> = {}
  /** The rows it holds: space → `collection id` → row. */
  readonly rows = new Map<string, Map<string, Record<string, unknown>>>()
  readonly server: Server
  readonly person: Person

  constructor(server: Server, person: Person) {
    this.server = server
    this.person = person
  }

  request(mutations: WireMutation[] = []): SyncRequest {
    if (mutations.length > 0) this.next ??= randomUUID()
    const { device, turn, incarnation, next, epoch, run, cursor, person } = this
    return {
      ...{ protocol: PROTOCOL_VERSION, schema: SCHEMA_VERSION, account: person.id, device, turn, incarnation },
      ...{ next, epoch, run, cursor, mutations },
    }
  }

  /** The effects of a request's receipts are there when this resolves. */
  async post(body: unknown, token: string | undefined = this.person.token): Promise<ApiAnswer> {
    const answer = await call(this.server, 'POST /sync', { token, body })
    await receiptsSettled(this.server.app)
    return answer
  }

  /** One round trip, its answer applied. Throws what the server refuses. `all`: nothing else waits on the device. */
  async sync(mutations: WireMutation[] = [], all?: true): Promise<SyncResponse> {
    const { status, body, text } = await this.post({ ...this.request(mutations), all })
    if (status !== 200) throw new Error(`${status} ${text} ${status < 500 ? '' : this.server.logLines.at(-1)}`)
    const answer = body as unknown as SyncResponse
    if (answer.copied) return answer
    if (mutations.length > 0) this.#pushed()
    this.apply(answer)
    return answer
  }

  /** The checksum of each space that it holds. */
  sums(): SpaceChecksum[] {
    return [...this.rows].map(([space, rows]) => {
      const held = [...rows].map(([key, row]) => ({ collection: key.slice(0, key.indexOf(' ')), row: row as Row }))
      const ids = Object.keys(vesperStorage.collections).map((name): [string, string[]] => [
        name,
        held.flatMap(({ collection, row }) => (collection === name ? row._id : [])),
      ])
      const sum = checksumRows(held, vesperStorage.collections)
      return { space, version: this.cursor[space] ?? 0, ids: Object.fromEntries(ids), sum }
    })
  }

  /** Round trips until nothing comes any more, also of what was noted of the last one. */
  async syncToEnd(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      const came = await this.syncAll()
      if (came.some(({ spaces }) => spaces.length > 0)) quiet = -1
    }
  }

  /** Has all that it holds compared, and takes in what comes of it. Answers what is said of each space. */
  async verify(sums: readonly SpaceChecksum[] = this.sums()): Promise<NonNullable<SyncResponse['verified']>> {
    const verified: NonNullable<SyncResponse['verified']> = {}
    for (let start = 0; start < sums.length; start += MAX_SPACES) {
      const { status, body, text } = await this.post({ ...this.request(), sums: sums.slice(start, start + MAX_SPACES) })
      if (status !== 200) throw new Error(`${status} ${text}`)
      const answer = body as unknown as SyncResponse
      this.apply(answer)
      Object.assign(verified, answer.verified)
    }
    return verified
  }

  /** Round trips until nothing more is waiting. */
  async syncAll(): Promise<SyncResponse[]> {
    const answers = [await this.sync()]
    while (answers.at(-1)?.more) answers.push(await this.sync())
    return answers
  }

  #pushed(): void {
    if (this.next === undefined) return
    this.turn += 1
    this.incarnation = this.next
    this.next = undefined
  }

  apply({ epoch, run, spaces, gone }: SyncResponse): void {
    this.epoch = epoch
    this.run = run
    for (const space of gone) {
      this.rows.delete(space)
      delete this.cursor[space]
    }
    for (const { space, version, reset, rows } of spaces) {
      const held = reset
        ? new Map<string, Record<string, unknown>>()
        : (this.rows.get(space) ?? new Map<string, Record<string, unknown>>())
      for (const { collection, id, value } of rows) {
        if (value === null) held.delete(`${collection} ${id}`)
        else held.set(`${collection} ${id}`, value)
      }
      this.rows.set(space, held)
      this.cursor[space] = version
    }
  }

  /** The rows of a collection, over all spaces. */
  all<Row = Record<string, unknown>>(collection: string): Row[] {
    return [...this.rows.values()].flatMap((rows) =>
      [...rows].flatMap(([key, row]) => (key.startsWith(`${collection} `) ? (row as Row) : [])),
    )
  }
}

/** A mutation as a device queues it. */
export function mutation<Name extends MutationName>(name: Name, args: ArgsOf<Name>, id = v7()): WireMutation {
  const lane = mutations[name].lane as (args: ArgsOf<Name>) => string
  return { id, lane: lane(args), name, args }
}

/** A text to be sent. */
export function textMutation(conversationId: string, text: string): WireMutation {
  return mutation('message.send', { _id: v7(), conversationId, text, fileIds: [] })
}
