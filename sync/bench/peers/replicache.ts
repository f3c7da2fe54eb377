import { Replicache } from 'replicache'
import type { PatchOperation, PullRequest, PushRequest, ReadTransaction, WriteTransaction } from 'replicache'
import type { Engine } from '../engines/engine.ts'
import { delay } from '../in-page/delay.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'
import { PENDING_SEQ } from '../message.ts'

type PullAnswer = {
  cookie: number
  lastMutationIDChanges: Record<string, number>
  rows: Message[]
  more: boolean
}

const mutators = {
  send: (tx: WriteTransaction, message: Message) => tx.set(keyOf(message), message),
  async edit(tx: WriteTransaction, { message, text }: { message: Message; text: string }) {
    const held = await tx.get<Message>(keyOf(message))
    if (held) await tx.set(keyOf(message), { ...held, text })
  },
}

/** Replicache over its IndexedDB store, with keys that a conversation's newest messages are a plain scan of. */
export function replicache(line: Line): Engine {
  let rep: Replicache<typeof mutators>
  let more = false
  const ok = { httpStatusCode: 200, errorMessage: '' }
  const noLine = { httpStatusCode: 0, errorMessage: 'There is no line.' }
  const open = () =>
    new Replicache({
      name: 'bench',
      mutators,
      pullInterval: null,
      logLevel: 'error',
      puller: async (request: PullRequest) => {
        if (!line.online) return { httpRequestInfo: noLine }
        const answer = await line.post<PullAnswer>('/replicache/pull', request)
        more = answer.more
        const { cookie, lastMutationIDChanges } = answer
        return { httpRequestInfo: ok, response: { cookie, lastMutationIDChanges, patch: patchOf(answer) } }
      },
      pusher: async (request: PushRequest) => {
        if (!line.online) return { httpRequestInfo: noLine }
        await line.post('/replicache/push', request)
        return { httpRequestInfo: ok }
      },
    })
  const pull = async () => {
    do await rep.pull({ now: true })
    while (more)
  }
  return {
    async open() {
      rep = open()
      // The first transaction reads the local data.
      await rep.query(() => undefined)
    },
    pull,
    send: (message) => rep.mutate.send(message),
    edit: (message, text) => rep.mutate.edit({ message, text }),
    newest: (conversationId, limit) => rep.query((tx) => scan(tx, conversationId, limit)),
    watch: (conversationId, limit, onRows) =>
      void rep.subscribe((tx) => scan(tx, conversationId, limit), { onData: (rows) => onRows(rows) }),
    // It writes to disk when it has been idle for a while, and has no way to tell.
    settle: () => delay(6_000),
    async replay() {
      while ((await rep.experimentalPendingMutations()).length > 0) {
        await rep.push({ now: true })
        await pull()
      }
    },
  }
}

async function scan(tx: ReadTransaction, conversationId: string, limit: number): Promise<Message[]> {
  return (await tx
    .scan({ prefix: `m/${conversationId}/`, limit })
    .values()
    .toArray()) as Message[]
}

/** A message that gets its place from the server leaves the key that it had until then. */
function patchOf({ rows }: PullAnswer): PatchOperation[] {
  return rows.map((row) => ({ op: 'put', key: keyOf(row), value: row }))
}

/** Newest first: it scans forwards only. */
function keyOf({ conversationId, seq }: Message): string {
  return `m/${conversationId}/${String(2 * PENDING_SEQ - seq).padStart(16, '0')}`
}
