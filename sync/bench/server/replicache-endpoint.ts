import type { Message } from '../message.ts'
import type { Rows } from './rows.ts'

type Mutation = { clientID: string; id: number; name: string; args: unknown }
type EditArgs = { message: Message; text: string }

/** The last applied mutation of each Replicache client since the cookie that they hold. */
export class ReplicacheEndpoint {
  readonly #rows: Rows
  readonly #last = new Map<string, { id: number; version: number }>()

  constructor(rows: Rows) {
    this.#rows = rows
  }

  push(body: unknown): object {
    if (this.#rows.holdsBack) return {}
    for (const { clientID, id, name, args } of (body as { mutations: Mutation[] }).mutations) {
      if (id <= (this.#last.get(clientID)?.id ?? 0)) continue
      if (name === 'send') this.#rows.accept(args as Message)
      if (name === 'edit') this.#edit(args as EditArgs)
      this.#last.set(clientID, { id, version: this.#rows.version })
    }
    return {}
  }

  pull(body: unknown): object {
    const { cookie } = body as { cookie: number | null }
    const { rows, version, more } = this.#rows.page(cookie ?? 0)
    const applied = [...this.#last].filter(([, last]) => last.version > (cookie ?? 0) && last.version <= version)
    const lastMutationIDChanges = Object.fromEntries(applied.map(([client, { id }]) => [client, id]))
    return { cookie: version, lastMutationIDChanges, rows, more }
  }

  #edit({ message, text }: EditArgs): void {
    const held = this.#rows.find(message._id)
    if (held) this.#rows.accept({ ...held, text })
  }
}
