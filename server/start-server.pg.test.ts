import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from './testing/server.ts'
import type { TestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test.each(['/', '/api/settings/public', '/api/unknown', '/api/docs', '/health'])(
  '%s carries the security headers, and no script may stand in a page',
  async (path) => {
    const { headers } = await fetch(server.url + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'"]) {
      expect(policy).toContain(rule)
    }
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-request-id')).toBeTruthy()
  },
)

test('behind TLS the browser is told to stay there', async () => {
  const secure = await startTestServer({ config: { publicUrl: 'https://vesper.example' } })
  const { headers } = await fetch(`${secure.url}/`)
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  expect(headers.get('content-security-policy')).toContain('wss://vesper.example')
  await secure.stop()
})

test('the document and its page are served', async () => {
  const document = await fetch(`${server.url}/api/openapi.json`)
  expect(await document.json()).toMatchObject({ openapi: '3.1.0' })
  expect((await fetch(`${server.url}/api/docs`)).headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await fetch(`${server.url}/api/docs/style.css`)).headers.get('content-type')).toContain('text/css')
})

test('it is ready while the database answers, and alive without', async () => {
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  const own = await startTestServer()
  await own.loseDatabase()
  expect((await fetch(`${own.url}/ready`)).status).toBe(503)
  expect((await fetch(`${own.url}/health`)).status).toBe(200)
  const refused = await fetch(`${own.url}/api/auth/login`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ username: 'nobody', password: 'long enough' }),
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  await own.stop()
})

test('a token that does not hold counts as none where none is needed, and is refused elsewhere', async () => {
  const headers = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' }
  expect((await fetch(`${server.url}/api/settings/public`, { headers })).status).toBe(200)
  const refused = await fetch(`${server.url}/api/users/me`, { headers })
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ statusCode: 401, message: 'Please login!', error: 'Unauthorized' })
})

test('a fan is kept from what is for creators', async () => {
  const json = { 'content-type': 'application/json' }
  const fan = { email: 'fan@example.test', username: 'fan', name: 'Fan', password: 'a long password' }
  await fetch(`${server.url}/api/auth/users/register`, { method: 'POST', headers: json, body: JSON.stringify(fan) })
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(fan),
  })
  const { token } = (await login.json()) as { token: string }
  const refused = await fetch(`${server.url}/api/performers/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: 'Forbidden in the action!' })
  expect(server.logLines.join('')).not.toContain(token)
})

test('a database error is logged without the values of its statement', async () => {
  const error = await server.app.orm.em
    .fork()
    .execute('insert into "setting" ("key", "value", "updated_at") values (?, ?, ?)', [
      'secret-of-somebody',
      'no json',
      1,
    ])
    .catch((caught: unknown) => caught)
  server.app.log.error({ err: error }, 'failed')
  const line = server.logLines.at(-1) ?? ''
  expect(line).toMatch(/"err":\{"type":"\w*(Exception|Error)"/)
  expect(line).not.toContain('secret-of-somebody')
})
