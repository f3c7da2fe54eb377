import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeFirstAnswer } from '../../core/api/first-answers.ts'
import { beginFirstPull } from '../../core/sync/first-pull.ts'
import { preloadFirstPage } from './preload-first-page.ts'

const device = vi.hoisted(() => ({ cookie: null as string | null }))
vi.mock(import('../../core/session/session-cookie.ts'), async (original) => ({
  ...(await original()),
  readCookie: () => device.cookie,
}))
vi.mock('../router.tsx', () => ({ router: { getMatchedRoutes: () => [[]] } }))
vi.mock('../layouts/load-layouts.ts', () => ({ loadLayout: async () => {} }))
vi.mock('./start-session-services.ts', () => ({}))
vi.mock('../../core/sync/first-pull.ts', () => ({ beginFirstPull: vi.fn(async () => {}) }))

const fetched = vi.fn<typeof fetch>()
const TOKEN = `h.${btoa(JSON.stringify({ sub: 'ada' })).replaceAll('=', '')}.s`

beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation(async () => Response.json({ data: [] }))
  vi.mocked(beginFirstPull).mockClear()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { pathname: '/home' })
  device.cookie = TOKEN
})
afterEach(() => void vi.unstubAllGlobals())

const asked = () => fetched.mock.calls.map(([url]) => url)

test('the first answers of the page are asked for at once with the token of the cookie, and wait for their calls', async () => {
  preloadFirstPage()
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
  expect(asked()).toEqual(['/api/site-promo/search?position=home&pageSize=5', '/api/user/feeds?pageSize=20'])
  expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('authorization')).toBe(`Bearer ${TOKEN}`)
  expect(beginFirstPull).toHaveBeenCalledWith('ada', TOKEN)
  expect(await takeFirstAnswer('/api/user/feeds?pageSize=20', TOKEN)).toEqual({ status: 200, body: { data: [] } })
})

test('a refused token is told by the call that takes the answer', async () => {
  fetched.mockImplementation(async () => Response.json({ message: 'Please login!' }, { status: 401 }))
  preloadFirstPage()
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
  expect(await takeFirstAnswer('/api/user/feeds?pageSize=20', TOKEN)).toMatchObject({ status: 401 })
})

test.each([
  ['without a cookie', null],
  ['with a cookie that is no token', 'deleted'],
])('%s nothing is asked for', async (_, cookie) => {
  device.cookie = cookie
  preloadFirstPage()
  await import('./ask-first.ts')
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked()).toEqual([])
  expect(beginFirstPull).not.toHaveBeenCalled()
})
