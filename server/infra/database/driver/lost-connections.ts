import type { Pool, PoolClient } from 'pg'

/**
 * Gives back the place of a connection that is lost in the middle of a transaction. The query builder gives a connection
 * back with the transaction's end, which on a dead one fails: each loss would take a place of the pool for good, and
 * closing the pool would wait for it for ever.
 */
export function releaseLostConnections(pool: Pool): void {
  const taken = new Set<PoolClient>()
  pool.on('acquire', (client) => taken.add(client))
  pool.on('release', (_error, client) => taken.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!taken.has(client)) return
      const release = client.release.bind(client)
      // The holder may still release it.
      client.release = () => {}
      release(new Error('The connection to the database is lost.'))
    })
  })
}
