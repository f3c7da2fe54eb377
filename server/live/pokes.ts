import type { App } from '../context.ts'
import type { RaisedSpace } from './live-port.ts'
import { roomOfUser } from './rooms.ts'
import type { LiveServer } from './rooms.ts'

const CHUNK = 5000

export type Pokes = {
  add: (raised: readonly RaisedSpace[]) => void
  /** Resolves when nothing is on its way any more. */
  settled: () => Promise<void>
}

/** Tells each account, once a tick, which of its spaces moved and where to. */
export function createPokes(app: App, io: LiveServer): Pokes {
  let waiting = new Map<string, number>()
  let sending: Promise<void> = Promise.resolve()
  let scheduled = false

  async function send(): Promise<void> {
    const raised = [...waiting]
    waiting = new Map()
    scheduled = false
    for (let start = 0; start < raised.length; start += CHUNK) {
      await sendChunk(app, io, raised.slice(start, start + CHUNK))
    }
  }

  return {
    add(raised) {
      if (io.sockets.sockets.size === 0) return
      for (const { space, version } of raised) waiting.set(space, Math.max(version, waiting.get(space) ?? 0))
      if (scheduled) return
      scheduled = true
      setImmediate(() => {
        sending = sending.then(send).catch((error: unknown) => app.log.warn({ err: error }, 'a poke was not sent'))
      })
    },
    settled: () => sending,
  }
}

async function sendChunk(app: App, io: LiveServer, raised: [space: string, version: number][]): Promise<void> {
  const versions = new Map(raised)
  const conversations = raised.flatMap(([space]) => (space.startsWith('c:') ? space.slice(2) : []))
  const members =
    conversations.length === 0
      ? []
      : await app.orm.em.fork().execute<{ space: string; userId: string }[]>(
          `select 'c:' || conversation_id as space, user_id as "userId" from conversation_member
             where conversation_id = any(?::uuid[])`,
          [`{${conversations.join()}}`],
        )
  const own = raised.flatMap(([space]) => (space.startsWith('u:') ? { space, userId: space.slice(2) } : []))
  for (const [userId, spaces] of Map.groupBy([...own, ...members], (entry) => entry.userId)) {
    if (!io.sockets.adapter.rooms.has(roomOfUser(userId))) continue
    const moved = spaces.map(({ space }) => [space, versions.get(space) ?? 0] as const)
    io.to(roomOfUser(userId)).emit('sync:poke', { spaces: Object.fromEntries<number>(moved) })
  }
}
