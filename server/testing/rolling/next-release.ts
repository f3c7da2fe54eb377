import { registerHooks } from 'node:module'

// Loaded before a server, it makes of this release the next one: another name, and a protocol that is one higher.
const changes: Record<string, readonly [find: string, put: string]> = {
  '/sync/engine/protocol/version.ts': ['PROTOCOL_VERSION = 2', 'PROTOCOL_VERSION = 3'],
  '/server/infra/database/stored-migrations.ts': ['RELEASE = `', 'RELEASE = `next '],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const change = Object.entries(changes).find(([path]) => url.endsWith(path))?.[1]
    if (!change) return loaded
    const source = Buffer.from(loaded.source as Uint8Array).toString()
    if (!source.includes(change[0])) throw new Error(`${url} has no ${change[0]}.`)
    return { ...loaded, source: source.replace(...change) }
  },
})
