// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { reload, isInUse } = vi.hoisted(() => ({ reload: vi.fn(), isInUse: vi.fn(() => false) }))
vi.mock('./reload-once.ts', () => ({ reloadOnce: reload, isInUse }))

const workers = Object.assign(new EventTarget(), { controller: { postMessage: vi.fn() } })
vi.stubGlobal('navigator', { serviceWorker: workers })
const { followShell } = await import('./follow-shell.ts')
followShell()
const askedAtStart = workers.controller.postMessage.mock.calls.length

beforeEach(() => workers.controller.postMessage.mockClear())
afterEach(() => {
  sessionStorage.clear()
  vi.clearAllMocks()
  isInUse.mockReturnValue(false)
})

async function tell(data: unknown): Promise<void> {
  workers.dispatchEvent(new MessageEvent('message', { data }))
  await new Promise((resolve) => setTimeout(resolve, 0))
}

function violate(disposition: 'enforce' | 'report'): void {
  dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { disposition }))
}

test('the worker is asked at the start, and when the policy has refused something', () => {
  expect(askedAtStart).toBe(1)
  violate('report')
  expect(workers.controller.postMessage).not.toHaveBeenCalled()
  violate('enforce')
  expect(workers.controller.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'renew-shell' })
})

test('a page whose headers have changed is loaded anew, once for the same headers', async () => {
  await tell({ type: 'shell-renewed', headers: 'policy: one\nother: 1' })
  await tell({ type: 'shell-renewed', headers: 'policy: one\nother: 1' })
  expect(reload).toHaveBeenCalledTimes(1)
  await tell({ type: 'shell-renewed', headers: 'policy: two\nother: 1' })
  expect(reload).toHaveBeenCalledTimes(2)
})

test('servers with two policies in turn do not reload the page for ever', async () => {
  for (let turn = 0; turn < 10; turn += 1)
    await tell({ type: 'shell-renewed', headers: `policy: ${turn % 2}\nother: 1` })
  expect(reload).toHaveBeenCalledTimes(2)
  for (let turn = 2; turn < 20; turn += 1) await tell({ type: 'shell-renewed', headers: `policy: ${turn}\nother: 1` })
  expect(reload).toHaveBeenCalledTimes(5)
})

test('nobody who types is interrupted', async () => {
  isInUse.mockReturnValue(true)
  await tell({ type: 'shell-renewed', headers: 'policy: one' })
  expect(reload).not.toHaveBeenCalled()
})

test('other messages of the worker reload nothing', async () => {
  await tell({ type: 'other', headers: 'policy: one' })
  await tell(null)
  expect(reload).not.toHaveBeenCalled()
})
