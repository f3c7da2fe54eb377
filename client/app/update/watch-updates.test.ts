// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HOUR_MS = 60 * 60 * 1000

class FakeWorker extends EventTarget {
  scriptURL = 'https://vesper.test/sw.js'
  state = 'installing'
  postMessage = vi.fn()
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  update = vi.fn(() => Promise.resolve())
  find(worker: FakeWorker): void {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null
  registration = new FakeRegistration()
  register = vi.fn(() => Promise.resolve(this.registration))
  getRegistration = () => Promise.resolve(this.registration)
  takeOver(worker: FakeWorker): void {
    this.controller = worker
    this.registration.active = worker
    if (this.registration.waiting === worker) this.registration.waiting = null
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let workers: FakeContainer
let reload: ReturnType<typeof vi.fn>
const onFound = vi.fn()
const onAppliedElsewhere = vi.fn()

const listen = window.addEventListener.bind(window)
let page: AbortController

beforeEach(() => {
  // A page that is gone listens to nothing.
  page = new AbortController()
  const { signal } = page
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    listen(type, listener, { signal })
  })
  vi.resetModules()
  vi.clearAllMocks()
  vi.useFakeTimers()
  workers = new FakeContainer()
  reload = vi.fn()
  vi.stubGlobal('navigator', { serviceWorker: workers })
  vi.stubGlobal('location', { reload, href: 'https://vesper.test/home' })
  document.body.innerHTML = ''
})

afterEach(() => page.abort())

async function watch(): Promise<void> {
  const { watchUpdates } = await import('./watch-updates.ts')
  await watchUpdates('/sw.js', { onFound, onAppliedElsewhere })
}

/** The user accepts the new version, which takes as long as it must. */
async function accept(onStuck?: () => void): Promise<void> {
  const { applyUpdate } = await import('./apply-update.ts')
  void applyUpdate(onStuck)
  await vi.advanceTimersByTimeAsync(0)
}

/** The browser says that it is online. */
async function comeOnline(): Promise<void> {
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
}

test('the first worker taking over a first visit is no update and loads nothing anew', async () => {
  await watch()
  const first = new FakeWorker()
  workers.registration.find(first)
  first.become('installed')
  workers.takeOver(first)
  expect(onFound).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})

test('in a first-visit tab the next version is offered, and accepting it loads the page anew, once', async () => {
  await watch()
  workers.takeOver((workers.registration.active = new FakeWorker()))
  const next = (workers.registration.waiting = new FakeWorker())
  workers.registration.find(next)
  next.become('installed')
  expect(onFound).toHaveBeenCalledOnce()
  await accept()
  expect(next.postMessage).toHaveBeenCalledWith({ type: 'skip-waiting' })
  workers.takeOver(next)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a version that is already being installed when the page begins to listen is offered once', async () => {
  workers.controller = workers.registration.active = new FakeWorker()
  const next = (workers.registration.installing = new FakeWorker())
  await watch()
  expect(onFound).not.toHaveBeenCalled()
  next.become('installed')
  expect(onFound).toHaveBeenCalledOnce()
})

test('without a `controllerchange` the page is loaded anew four seconds after the worker was let in', async () => {
  workers.controller = new FakeWorker()
  await watch()
  workers.registration.waiting = new FakeWorker()
  await accept()
  workers.registration.waiting = null
  await vi.advanceTimersByTimeAsync(4_900)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(reload).toHaveBeenCalledOnce()
})

test('a worker that still waits is asked again, and the page is not loaded anew before it was let in', async () => {
  workers.controller = new FakeWorker()
  await watch()
  const next = (workers.registration.waiting = new FakeWorker())
  await accept()
  await vi.advanceTimersByTimeAsync(9_500)
  expect(next.postMessage).toHaveBeenCalledTimes(10)
  expect(reload).not.toHaveBeenCalled()
  workers.takeOver(next)
  expect(reload).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(9_500)
  expect(next.postMessage).toHaveBeenCalledTimes(10)
})

test('a worker that is not let in for thirty seconds is told of once, and asked for all the same', async () => {
  workers.controller = new FakeWorker()
  await watch()
  const next = (workers.registration.waiting = new FakeWorker())
  const onStuck = vi.fn()
  await accept(onStuck)
  await vi.advanceTimersByTimeAsync(29_500)
  expect(onStuck).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(onStuck).toHaveBeenCalledOnce()
  expect(next.postMessage).toHaveBeenCalledTimes(60)
  workers.takeOver(next)
  expect(reload).toHaveBeenCalledOnce()
})

test('a second tab follows at once, but not while something is being typed in it', async () => {
  workers.controller = new FakeWorker()
  await watch()
  document.body.innerHTML = '<textarea>half a thought</textarea>'
  document.querySelector('textarea')?.focus()
  workers.takeOver(new FakeWorker())
  expect(reload).not.toHaveBeenCalled()
  expect(onAppliedElsewhere).toHaveBeenCalledOnce()
  document.querySelector('textarea')?.blur()
  workers.takeOver(new FakeWorker())
  expect(reload).toHaveBeenCalledOnce()
})

test('a second tab that has a file in hand is asked, and is loaded anew once the file is kept', async () => {
  workers.controller = new FakeWorker()
  await watch()
  const { holdUnsavedWork } = await import('../../core/page/unsaved-work.ts')
  const release = holdUnsavedWork()
  workers.takeOver(new FakeWorker())
  expect(reload).not.toHaveBeenCalled()
  expect(onAppliedElsewhere).toHaveBeenCalledOnce()
  const { reloadOnce } = await import('./reload-once.ts')
  reloadOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  release()
  await vi.advanceTimersByTimeAsync(500)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a version that is accepted is let in once the file in hand is kept', async () => {
  workers.controller = new FakeWorker()
  await watch()
  const next = (workers.registration.waiting = new FakeWorker())
  const { whileUnsavedWork } = await import('../../core/page/unsaved-work.ts')
  const preparing = Promise.withResolvers<void>()
  void whileUnsavedWork(preparing.promise)
  await accept()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([next.postMessage.mock.calls, reload.mock.calls]).toEqual([[], []])
  preparing.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(next.postMessage).toHaveBeenCalledOnce()
  workers.takeOver(next)
  expect(reload).toHaveBeenCalledOnce()
})

test('drafts are told to write themselves down before the page goes', async () => {
  const { FLUSH_DRAFTS, reloadOnce } = await import('./reload-once.ts')
  const order: string[] = []
  addEventListener(FLUSH_DRAFTS, () => order.push('flush'), { once: true })
  reloadOnce(() => order.push('reload'))
  expect(order).toEqual(['flush', 'reload'])
})

test('a first worker whose installation broke off is installed anew when the line is back, and watched like any', async () => {
  await watch()
  const first = new FakeWorker()
  workers.registration.find(first)
  workers.registration.installing = null
  first.become('redundant')
  workers.registration = new FakeRegistration()
  await comeOnline()
  expect(workers.register).toHaveBeenCalledTimes(2)
  workers.takeOver((workers.registration.active = new FakeWorker()))
  await comeOnline()
  expect(workers.register).toHaveBeenCalledTimes(2)
  const next = new FakeWorker()
  workers.registration.find(next)
  next.become('installed')
  expect(onFound).toHaveBeenCalledOnce()
})

test('one that could not even be registered is registered at the next look', async () => {
  workers.register.mockRejectedValueOnce(new TypeError('no line'))
  await watch().catch(() => {})
  expect(workers.register).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(workers.register).toHaveBeenCalledTimes(2)
  workers.registration.active = new FakeWorker()
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }))
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(workers.register).toHaveBeenCalledTimes(2)
  expect(workers.registration.update).toHaveBeenCalledOnce()
})
