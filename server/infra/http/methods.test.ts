import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { defaultSettings } from '../../domains/site/settings/defaults.ts'
import { RawConnection } from '../../testing/raw-http.ts'
import { HttpServer } from './http-server.ts'
import { createLog } from './log.ts'
import { mountRoutes } from './mount-routes.ts'
import { createRequestPipeline } from './request-pipeline.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'
import { fallback } from './static/client-fallback.ts'
import { readStaticFile } from './static/static-files.ts'

const declared = { who: 'any', tag: 'Test', summary: 'For a test', answer: Done } as const
const done = () => Promise.resolve({ success: true as const })
const routes: Route[] = [
  route({ ...declared, method: 'GET', path: '/notes/{id}', handle: done }),
  route({ ...declared, method: 'DELETE', path: '/notes/{id}', handle: done }),
  route({ ...declared, method: 'POST', path: '/notes/mine', handle: done }),
]

let server: HttpServer
let url: string

beforeAll(async () => {
  server = new HttpServer({ exclusivePort: false })
  const settings = { read: () => Promise.resolve(defaultSettings) }
  const given = { config: readConfig({ NODE_ENV: 'test' }), log: createLog('silent') }
  const app = { ...given, settings, countryOf: (_ip) => null } as App
  const exchange = createRequestPipeline(app)
  mountRoutes(server, app, { routes, exchange })
  server.any(
    '/*',
    exchange(await fallback(new Map([['/sw.js', await readStaticFile('/sw.js', Buffer.from(''))]]), server)),
  )
  await server.listen(0, '127.0.0.1')
  url = `http://127.0.0.1:${server.port}`
})
afterAll(() => server.drain(100))

test('HEAD answers as GET does, without the body', async () => {
  for (const path of ['/api/notes/1', '/sw.js', '/', '/api/unknown']) {
    const [get, head] = [await fetch(url + path), await fetch(url + path, { method: 'HEAD' })]
    const about = (answer: Response) => [answer.status, answer.headers.get('content-type')]
    expect(about(head)).toEqual(about(get))
    expect(await head.text()).toBe('')
  }
})

test('HEAD leaves the connection ready for the next request', async () => {
  const raw = new RawConnection(url)
  for (let time = 0; time < 2; time += 1) {
    raw.write('HEAD /api/notes/1 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect((await raw.answer({ withoutBody: true })).headers['content-length']).toBe('16')
  }
  raw.cut()
})

test.each([
  ['POST', '/api/notes/1', 'GET, HEAD, DELETE, OPTIONS'],
  ['PATCH', '/api/notes/1', 'GET, HEAD, DELETE, OPTIONS'],
  ['PUT', '/api/notes/mine', 'GET, HEAD, DELETE, POST, OPTIONS'],
  ['POST', '/sw.js', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/some/page', 'GET, HEAD, OPTIONS'],
])('%s %s is 405 and names the methods', async (method, path, allow) => {
  const refused = await fetch(url + path, { method })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow])
  expect(await refused.json()).toMatchObject({ statusCode: 405, error: 'Method Not Allowed' })
  const options = await fetch(url + path, { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
})

test.each(['GET', 'POST', 'OPTIONS'])('%s of an address that does not exist is 404', async (method) => {
  for (const path of ['/api/unknown', '/api/notes', '/api/notes/1/2', '/api/notes/', '/assets/gone.js']) {
    expect([path, (await fetch(url + path, { method })).status]).toEqual([path, 404])
  }
})
