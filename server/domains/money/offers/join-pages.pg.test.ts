import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { offerTrial } from './testing/make.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    config: { trustProxy: 1, publicUrl: 'https://vesper.example', rateLimits: 'on' },
  })
})
afterAll(() => server.stop())

test('an address looks up 60 pages of offers in ten minutes; the next ones tell nothing, and the app opens', async () => {
  const creator = await makePerson(server, 'guessed_at', true)
  const { code } = await offerTrial(server, creator, { days: 7 })
  const title = '7 free days with'
  for (let n = 0; n < 59; n += 1) expect((await visit(`/join/GUESS-${n}`)).status).toBe(404)
  expect(await (await visit(`/join/${code}`)).text(), 'the 60th').toContain(title)
  for (const path of [`/join/${code}`, '/join/GUESS-60']) {
    const page = await visit(path)
    const html = await page.text()
    expect([page.status, html.includes(title), html.includes('noindex')]).toEqual([200, false, true])
  }
  expect((await visit(`/share/join/${code}.jpg`)).status).toBe(404)
  expect(await (await visit(`/join/${code}`, '2.64.0.2')).text(), 'another address').toContain(title)
  expect((await visit('/guessed_at')).status, 'another kind of page').toBe(200)
})

function visit(path: string, ip = '2.64.0.1'): Promise<Response> {
  return fetch(server.url + path, { headers: { 'x-forwarded-for': ip } })
}
