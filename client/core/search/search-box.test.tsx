// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

type Search = { q?: string; kind?: string }

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A page with the box, whose words are in its address; another page and the slow kind load until `arrive`. */
async function show() {
  const [onChange, onSubmit] = [vi.fn(), vi.fn()]
  let arrival = Promise.withResolvers<void>()
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: (search: Record<string, unknown>) => search as Search,
    beforeLoad: ({ search }) => (search.kind === 'slow' ? arrival.promise : undefined),
    component: function Page() {
      const navigate = page.useNavigate()
      const search: Search = page.useSearch()
      const tell = (q: string) => {
        onChange(q)
        void navigate({ search: { ...search, q }, replace: true })
      }
      return (
        <I18nProvider i18n={i18n}>
          <SearchBox value={search.q ?? ''} onChange={tell} onSubmit={onSubmit} />
          <Link to="/help">A result</Link>
          <Link to="/" search={{ ...search, kind: 'slow' }}>
            One kind
          </Link>
          <Link to="/" search={{ q: 'chosen', kind: 'slow' }}>
            Other words
          </Link>
        </I18nProvider>
      )
    },
  })
  const result = createRoute({
    getParentRoute: () => root,
    path: '/help',
    loader: () => arrival.promise,
    component: () => <h1>The result</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([page, result]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMs: 60_000,
  })
  render(<RouterProvider router={router as never} />)
  await pass(0)
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  return {
    ...{ router, onChange, onSubmit, box },
    arrive: async () => {
      arrival.resolve()
      arrival = Promise.withResolvers()
      await pass(0)
    },
    type: (words: string) => fireEvent.change(box, { target: { value: words } }),
    tap: async (name: string) => {
      fireEvent.click(screen.getByRole('link', { name }))
      await pass(0)
    },
  }
}

test('words count once the typing pauses', async () => {
  const { onChange, type } = await show()
  type('lan')
  await pass(200)
  type('lantern ')
  await pass(200)
  expect(onChange).not.toHaveBeenCalled()
  await pass(200)
  expect(onChange.mock.calls).toEqual([['lantern']])
})

test('words that are sent by Enter are not told again while the page that they lead to loads', async () => {
  const { onChange, onSubmit, box, type } = await show()
  type('lantern')
  fireEvent.keyDown(box, { key: 'Enter' })
  await pass(5_000)
  expect([onSubmit.mock.calls, onChange.mock.calls]).toEqual([[['lantern']], []])
})

test('a link that is tapped within the pause leads to its page, however long that loads', async () => {
  const { router, onChange, type, tap, arrive } = await show()
  type('lantern')
  await pass(100)
  await tap('A result')
  await pass(5_000)
  await arrive()
  expect(screen.getByRole('heading').textContent).toBe('The result')
  await pass(5_000)
  expect([onChange.mock.calls, router.state.location.href]).toEqual([[], '/help'])
})

test('words count after all when the way to another page is called off', async () => {
  const { router, onChange, type, tap } = await show()
  type('lantern')
  await tap('A result')
  await pass(5_000)
  expect(onChange).not.toHaveBeenCalled()
  router.history.back()
  await pass(300)
  expect(onChange.mock.calls).toEqual([['lantern']])
  expect(router.state.location.href).toBe('/?q=lantern')
})

test('a choice that is made within the pause stays, and the words join it', async () => {
  const { router, type, tap, arrive } = await show()
  type('lantern')
  await tap('One kind')
  await pass(1_000)
  await arrive()
  await pass(300)
  expect(router.state.location.search).toEqual({ q: 'lantern', kind: 'slow' })
})

test('other words that are chosen within the pause replace those that are typed', async () => {
  const { router, box, type, tap, arrive } = await show()
  type('lantern')
  await tap('Other words')
  await pass(1_000)
  await arrive()
  await pass(1_000)
  expect([box.value, router.state.location.search.q]).toEqual(['chosen', 'chosen'])
})

test('words typed while an earlier search loads stay in the box, and count', async () => {
  const { router, onChange, box, type, tap, arrive } = await show()
  await tap('One kind')
  await arrive()
  type('lan')
  await pass(300)
  expect(onChange.mock.calls).toEqual([['lan']])
  for (const words of ['lant', 'lantern']) type(words)
  expect(box.value).toBe('lantern')
  await arrive()
  await pass(300)
  await arrive()
  expect([box.value, router.state.resolvedLocation?.search.q]).toEqual(['lantern', 'lantern'])
  expect(onChange.mock.calls).toEqual([['lan'], ['lantern']])
})
