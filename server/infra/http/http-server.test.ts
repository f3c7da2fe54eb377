import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RawConnection } from '../../testing/raw-http.ts'
import { serveRoutes } from '../../testing/route-server.ts'
import type { RouteServer } from '../../testing/route-server.ts'
import { route } from './route.ts'

let server: RouteServer
let begun: PromiseWithResolvers<void>
let finish: PromiseWithResolvers<void>

beforeEach(async () => {
  begun = Promise.withResolvers()
  finish = Promise.withResolvers()
  server = await serveRoutes([
    route({
      ...{ method: 'POST', path: '/slow', who: 'any', tag: 'Test', summary: 'Waits to be told' },
      answer: Done,
      handle: async () => {
        begun.resolve()
        await finish.promise
        return { success: true as const }
      },
    }),
  ])
})
afterEach(() => server.stop())

test('204 and HEAD leave a kept-alive connection ready for the next request', async () => {
  const raw = new RawConnection(server.url)
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'HEAD', 'GET']) {
    raw.write(`${method} /nothing HTTP/1.1\r\nhost: x\r\n\r\n`)
    const answer = await raw.answer({ withoutBody: true })
    expect(answer.status).toBe(204)
    expect(answer.headers['content-length'] ?? '0').toBe('0')
  }
  raw.cut()
})

test('draining serves what has begun, refuses what comes on open connections, and takes no new ones', async () => {
  const idle = new RawConnection(server.url).write('GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n')
  await idle.answer({ withoutBody: true })
  const slow = fetch(`${server.url}/api/slow`, { method: 'POST' })
  await begun.promise
  const drained = server.server.drain(5_000)
  idle.write('GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n')
  expect((await idle.answer()).status).toBe(503)
  await expect(fetch(`${server.url}/nothing`)).rejects.toThrow()
  finish.resolve()
  expect(await (await slow).json()).toEqual({ success: true })
  await drained
})

test('draining does not wait longer than it is told', async () => {
  const slow = fetch(`${server.url}/api/slow`, { method: 'POST' })
  await begun.promise
  await server.server.drain(50)
  await expect(slow).rejects.toThrow()
  finish.resolve()
})
