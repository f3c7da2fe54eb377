import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '../products/testing/product.ts'
import { domains } from '../../domains.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { User } from './entity.ts'
import { resolveActor } from '../../infra/sessions/sessions.ts'
import { call, makeAccount, tokenOf } from './testing/api.ts'

type Caller = 'nobody' | 'expired' | 'revoked' | 'fan' | 'otherFan' | 'performer'
type Expected = Record<Caller, number>

const DAY_MS = 86_400_000
const anyone = (status: number): Expected => ({
  ...{ nobody: status, expired: status, revoked: status },
  ...{ fan: status, otherFan: status, performer: status },
})
const signedIn = (status: number): Expected => ({ ...anyone(status), nobody: 401, expired: 401, revoked: 401 })
const performersOnly = (status: number): Expected => ({ ...signedIn(403), performer: status })

/** Of a post that is not there. */
const like = { objectId: '01990000-0000-7000-8000-000000000000', objectType: 'feed', action: 'like' }

/**
 * What each caller gets. `{fan}` and `{performer}` stand for their ids, `{session}` for a session of the fan, `{product}` and
 * `{draft}` for products of the performer, `{post}` for another creator's draft of a post.
 */
const calls: [target: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, body: unknown, expected: Expected][] = [
  ['POST /auth/login', { username: 'nobody', password: 'a guess' }, anyone(401)],
  ['POST /auth/login-link', { username: 'nobody' }, anyone(200)],
  ['POST /auth/users/register', {}, anyone(400)],
  ['POST /auth/performers/register', new FormData(), anyone(400)],
  ['POST /auth/email-verification', { source: 'nobody@example.test' }, anyone(200)],
  ['POST /auth/email-undo', { token: 'x'.repeat(43) }, anyone(400)],
  ['POST /auth/users/forgot', { email: 'nobody@example.test' }, anyone(200)],
  ['POST /auth/google/login', { redirectUri: 'https://vesper.example/' }, anyone(503)],
  ['POST /auth/google/token', { code: 'x', state: 'x', redirectUri: 'x' }, anyone(503)],
  ['POST /auth/twitter/login', { callbackUrl: 'https://vesper.example/' }, anyone(503)],
  ['POST /auth/twitter/callback', { oauthToken: 'x', oauthTokenSecret: 'x', oauthVerifier: 'x' }, anyone(503)],
  ['GET /auth/users/me/identities', undefined, signedIn(200)],
  ['DELETE /auth/users/me/identities/{post}', undefined, signedIn(200)],
  ['POST /re-captcha/verify', { token: 'x' }, anyone(200)],
  ['POST /contact', {}, anyone(400)],
  ['GET /settings/public', undefined, anyone(200)],
  ['POST /settings/keys', { keys: ['siteName'] }, anyone(200)],
  ['GET /performers/user/search', undefined, anyone(200)],
  ['GET /performers/access.performer', undefined, anyone(200)],
  ['GET /performers/access.fan', undefined, anyone(404)],
  ['GET /performer-assets/galleries/search', undefined, anyone(200)],
  ['GET /performer-assets/photos/{performer}', undefined, anyone(200)],
  ['GET /performer-assets/products/search', undefined, anyone(200)],
  ['GET /performer-assets/products/{product}', undefined, anyone(200)],
  // Its seller looks at it before it is on sale.
  ['GET /performer-assets/products/{draft}', undefined, { ...anyone(404), performer: 200 }],
  ['GET /search?q=fog', undefined, anyone(200)],
  ['POST /search/keywords', { keyword: 'fog' }, anyone(200)],
  ['GET /search/list/keywords', undefined, anyone(200)],
  ['GET /posts/search', undefined, anyone(200)],
  ['GET /posts/terms', undefined, anyone(200)],
  ['GET /site-promo/search', undefined, anyone(200)],
  ['GET /users/me', undefined, signedIn(200)],
  ['POST /files/viewable', { ids: [] }, signedIn(200)],
  ['PUT /users', { bio: 'Changed.' }, signedIn(200)],
  ['GET /users/me/preferences', undefined, signedIn(200)],
  ['PUT /users/me/preferences', { theme: 'light' }, signedIn(200)],
  ['GET /users/view/{fan}', undefined, signedIn(200)],
  ['DELETE /users/avatar', undefined, signedIn(200)],
  ['DELETE /performers/cover', undefined, performersOnly(200)],
  ['GET /auth/users/me/sessions', undefined, signedIn(200)],
  ['PUT /auth/users/me/password', { source: 'a guess', password: 'long enough password' }, signedIn(400)],
  ['GET /users/search', undefined, performersOnly(200)],
  ['GET /performers/me', undefined, performersOnly(200)],
  ['GET /performer/earning/stats', undefined, performersOnly(200)],
  ['GET /performer/earning/search', undefined, performersOnly(200)],
  ['POST /payout-requests/calculate', {}, performersOnly(200)],
  ['POST /payout-requests', {}, performersOnly(400)],
  ['GET /payout-requests/search', undefined, performersOnly(200)],
  ['GET /payout-requests/check/pending-review', undefined, performersOnly(200)],
  ['GET /payout-requests/{post}/view', undefined, performersOnly(404)],
  ['PUT /payout-requests/{post}', {}, performersOnly(404)],
  ['POST /stripe/accounts', undefined, performersOnly(503)],
  ['PUT /performers/{performer}/banking-settings', {}, performersOnly(400)],
  ['PUT /performers/{performer}/payment-gateway-settings', { method: 'bank' }, performersOnly(409)],
  ['PUT /performers/{fan}/payment-gateway-settings', { method: 'bank' }, performersOnly(403)],
  ['POST /follows/{performer}', undefined, { ...signedIn(200), performer: 400 }],
  ['DELETE /follows/{performer}', undefined, signedIn(200)],
  ['GET /follows/following', undefined, signedIn(200)],
  ['GET /follows/followers', undefined, performersOnly(200)],
  ['POST /performer/feeds/thumbnail/upload', new FormData(), performersOnly(400)],
  ['GET /performer/drafts', undefined, performersOnly(200)],
  ['PUT /performer/drafts/{post}', { changes: { text: 'Changed.' } }, performersOnly(409)],
  ['POST /performer/drafts/{post}/publish', {}, performersOnly(409)],
  ['DELETE /performer/drafts/{post}', undefined, performersOnly(409)],
  ['POST /reactions', like, signedIn(404)],
  ['DELETE /reactions', like, signedIn(200)],
  ['GET /reactions/feeds/bookmark', undefined, signedIn(200)],
  ['GET /reactions/galleries/bookmark', undefined, signedIn(200)],
  ['GET /reactions/videos/bookmark', undefined, signedIn(200)],
  ['GET /reactions/products/bookmark', undefined, signedIn(200)],
  ['POST /wallet/charges/video/{post}', { _id: like.objectId, price: 5 }, signedIn(404)],
  ['POST /wallet/charges/product/{post}', { _id: like.objectId, price: 5 }, signedIn(404)],
  ['POST /orders', {}, signedIn(400)],
  ['GET /orders/users/search', undefined, signedIn(200)],
  ['GET /orders/search', undefined, performersOnly(200)],
  ['GET /orders/{post}', undefined, signedIn(404)],
  ['PUT /orders/{post}/update', { version: 1 }, performersOnly(404)],
  ['PUT /orders/{post}/update/delivery-address', { version: 1 }, signedIn(404)],
  ['POST /orders/{post}/cancel', { version: 1 }, signedIn(404)],
  ['POST /orders/{post}/received', { version: 1 }, signedIn(404)],
  ['POST /orders/{post}/refund-request', { version: 1 }, signedIn(404)],
  ['POST /wallet/charges/gallery/{post}', { _id: like.objectId, price: 5 }, signedIn(404)],
  ['POST /wallet/charges/stream/{post}', { _id: like.objectId, price: 5 }, signedIn(404)],
  ['GET /push/subscriptions', undefined, signedIn(200)],
  ['POST /push/subscriptions', {}, signedIn(400)],
  ['DELETE /push/subscriptions/{post}', undefined, signedIn(200)],
  ['GET /notifications', undefined, signedIn(200)],
  ['POST /notifications/read-all', {}, signedIn(200)],
  ['POST /block/users', { userId: like.objectId }, performersOnly(404)],
  ['DELETE /block/users/{fan}', undefined, performersOnly(200)],
  ['GET /block/users', undefined, performersOnly(200)],
  ['POST /block/countries', { countryCodes: [] }, performersOnly(200)],
  ['GET /block/countries/check', undefined, anyone(200)],
  ['GET /countries/list', undefined, anyone(200)],
  ['GET /states/SE', undefined, anyone(200)],
  ['GET /cities/SE/26', undefined, anyone(200)],
  ['GET /languages/list', undefined, anyone(200)],
  ['GET /phone-codes/list', undefined, anyone(200)],
  ['GET /user-additional', undefined, anyone(200)],
  ['DELETE /auth/users/me/sessions/{session}', undefined, { ...signedIn(404), fan: 200 }],
  ['POST /auth/logout', undefined, signedIn(200)],
]

const SERVER = join(import.meta.dirname, '../..')

let server: TestServer
let elapsedMs = 0
const tokens: Partial<Record<Caller, string>> = {}
const ids = { fan: '', performer: '', session: '', product: '', draft: '', post: v7() }

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  await makeAccount(server, { username: 'access.fan' })
  await makeAccount(server, { username: 'access.other' })
  ids.performer = (await makeAccount(server, { username: 'access.performer', isPerformer: true })).id
  ids.product = await makeProduct(server, ids.performer)
  ids.draft = await makeProduct(server, ids.performer, { status: 'draft' })
  await makeAccount(server, { username: 'access.writer', isPerformer: true })
  const writer = await tokenOf(server, 'access.writer')
  await call(server, `PUT /performer/drafts/${ids.post}`, { token: writer, body: { changes: { text: 'Mine.' } } })
  elapsedMs = -2 * DAY_MS
  tokens.expired = await tokenOf(server, 'access.fan')
  elapsedMs = 0
  tokens.revoked = await tokenOf(server, 'access.fan')
  await call(server, 'POST /auth/logout', { token: tokens.revoked })
  const session = await resolveActor(server.app, await tokenOf(server, 'access.fan'))
  ids.fan = session.userId
  ids.session = session.sessionId
})
afterAll(() => server.stop())

describe.each(calls)('%s', (target, body, expected) => {
  test.each(Object.entries(expected))('as %s: %i', async (caller, status) => {
    // Logging out ends the session, so each call that needs one has its own.
    const usernames: Record<string, string> = {
      fan: 'access.fan',
      otherFan: 'access.other',
      performer: 'access.performer',
    }
    const username = usernames[caller]
    const token = username === undefined ? tokens[caller as Caller] : await tokenOf(server, username)
    const filled = target.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => ids[name]) as typeof target
    const before = await server.app.orm.em.fork().find(User, {}, { orderBy: { id: 'asc' } })
    const answer = await call(server, filled, { token, body })
    expect(answer.status).toBe(status)
    if (status < 400) return
    expect(answer.body).toMatchObject({
      statusCode: status,
      message: expect.any(String) as unknown,
      error: expect.any(String) as unknown,
    })
    expect(await server.app.orm.em.fork().find(User, {}, { orderBy: { id: 'asc' } })).toEqual(before)
  })
})

/** The source with its constant paths written out. */
function withConstants(source: string): string {
  const constants = source.matchAll(/^const ([A-Z]+) = '(\/[^']*)'$/gm)
  return [...constants].reduce((text, [, name, value]) => text.replaceAll('${' + name + '}', value ?? ''), source)
}

test('every call of the API is in the table above, or a server test calls it', async () => {
  const unnamed = (target: string) => target.replaceAll(/\{\w+\}|access\.\w+/g, '{id}')
  const listed = new Set(calls.map(([target]) => unnamed(target)))
  let tests = ''
  for await (const file of glob('**/*.pg.test.ts', { cwd: SERVER })) {
    tests += withConstants(await readFile(join(SERVER, file), 'utf8'))
  }
  const missing = domains.routes.filter(({ method, path }) => {
    if (listed.has(unnamed(`${method} ${path}`))) return false
    // Tests fill in the parameters. Upload helpers take the path alone, and parts add the id of their file.
    const pattern = path.replace(/\/\{fileId\}$/, '').replaceAll(/\{\w+\}/g, '\\S+')
    return !new RegExp(/\/upload$|\/file\//.test(path) ? pattern : `${method} ${pattern}`).test(tests)
  })
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
