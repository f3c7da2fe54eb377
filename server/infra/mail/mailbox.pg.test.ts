import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, makeAccount } from '../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const username of ['mailed', 'other']) {
    await makeAccount(server, { username })
    await call(server, 'POST /auth/users/forgot', { body: { email: `${username}@example.test` } })
  }
})
afterAll(() => server.stop())

test('the mailbox shows every mail with its links, newest first, and is stored nowhere', async () => {
  const answer = await fetch(`${server.url}/mailbox`)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const page = await answer.text()
  expect(page.match(/<article/g)).toHaveLength(2)
  expect(page.indexOf('other@example.test')).toBeLessThan(page.indexOf('mailed@example.test'))
  expect(page).toMatch(new RegExp(`<a href="${server.app.config.publicUrl}/auth/reset\\?token=[\\w-]{43}">`))
})

test('the mailbox narrows to one address', async () => {
  const page = await (await fetch(`${server.url}/mailbox?to=Mailed@example.test`)).text()
  expect(page.match(/<article/g)).toHaveLength(1)
  expect(page).toContain('value="mailed@example.test"')
  expect((await fetch(`${server.url}/mailbox?to=a%00b`)).status).toBe(200)
})

test('where it is off there is no mailbox', async () => {
  const without = await startTestServer({ config: { mailbox: 'off' } })
  try {
    await makeAccount(without, { username: 'mailed' })
    await call(without, 'POST /auth/users/forgot', { body: { email: 'mailed@example.test' } })
    expect(await (await fetch(`${without.url}/mailbox`)).text()).not.toMatch(/token=|mailed@example\.test/)
  } finally {
    await without.stop()
  }
})
