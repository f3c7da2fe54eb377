import { Copies } from './copies.ts'
import type { CopiesEdges } from './copies.ts'
import type { SecondPlace } from './edges.ts'
import type { OutboxRecord } from './store.ts'

const PATH = '/unsent/'

/** [OUTBOX-9] Copies in a cache of the browser, each entry a file by itself: what ruins its databases leaves them. */
export function copiesIn(cacheName: string, edges: CopiesEdges): Copies {
  return new Copies(edges, placeIn(cacheName))
}

function placeIn(cacheName: string): SecondPlace {
  const open = () => caches.open(cacheName)
  return {
    async put(record) {
      await (await open()).put(PATH + record.id, new Response(JSON.stringify(record)))
    },
    async delete(ids) {
      const cache = await open()
      await Promise.all(ids.map((id) => cache.delete(PATH + id)))
    },
    async ids() {
      return (await (await open()).keys()).map(({ url }) => new URL(url).pathname.slice(PATH.length))
    },
    async all() {
      const cache = await open()
      const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
      return Promise.all(found.flatMap((answer) => (answer ? (answer.json() as Promise<OutboxRecord>) : [])))
    },
  }
}
