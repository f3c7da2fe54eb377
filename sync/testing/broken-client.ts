import type { Transport } from '../engine/ports.ts'
import type { SyncResponse } from '../engine/protocol/sync-response.ts'
import { countedIds } from './random.ts'

/** A promise that a device can be made to break, to see that the simulation notices. */
export type BrokenClient =
  | 'acknowledges-before-commit'
  | 'deletes-on-401'
  | 'sends-under-other-ids'
  | 'hides-full-disk'
  | 'keeps-no-copies'

/** The other ids under which a mutation was sent. */
export type Aliases = Map<string, string[]>

type Breakable = { transport: Transport; emptyOutbox: () => Promise<void>; aliases: Aliases }

const newAlias = countedIds(0xa11)

/** The line of a tab that breaks `broken`; any other tab's is as it was. */
export function brokenTransport(broken: string | undefined, { transport, emptyOutbox, aliases }: Breakable): Transport {
  if (broken === 'deletes-on-401') {
    return async (...request) => {
      const answer = await transport(...request)
      if (answer.status === 401) await emptyOutbox()
      return answer
    }
  }
  if (broken === 'sends-under-other-ids') {
    return async (request, ...rest) => {
      const own = new Map(request.mutations.map(({ id }) => [newAlias(), id]))
      for (const [alias, id] of own) aliases.set(id, [...(aliases.get(id) ?? []), alias])
      const ids = [...own.keys()]
      const mutations = request.mutations.map((mutation, index) => ({ ...mutation, id: ids[index] ?? mutation.id }))
      const answer = await transport({ ...request, mutations }, ...rest)
      const { outcomes } = (answer.body ?? {}) as Partial<SyncResponse>
      if (answer.status !== 200 || !outcomes) return answer
      const named = outcomes.map((outcome) => ({ ...outcome, id: own.get(outcome.id) ?? outcome.id }))
      return { ...answer, body: { ...(answer.body as SyncResponse), outcomes: named } }
    }
  }
  return transport
}
