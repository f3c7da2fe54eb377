// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $session } from '../core/session/model.ts'
import type { Session } from '../core/session/model.ts'
import type { Sync } from '../core/sync/sync-provider.tsx'
import { keepReminder } from '../entities/payments/reminders/reminder.ts'
import { SessionsList } from '../features/account/sessions-list.tsx'
import { AddressesPage } from '../features/addresses/addresses-page.tsx'
import { CardsPage } from '../features/cards/cards-page.tsx'
import { Comments } from '../features/comments/comments.tsx'
import { BlockedPage } from '../features/moderation/blocked-page.tsx'
import { OutboxPage } from '../features/outbox/outbox-page.tsx'
import { ScheduledList } from '../features/studio/posts/post-lists.tsx'
import { MediaPage } from '../features/uploads/media-page.tsx'
import { syncWithoutLine } from '../testing/sync-without-line.ts'
import { Announcer } from '../ui/text/announcer.tsx'
import { keepFocusInLists } from './keep-focus-in-lists.ts'
import { mutationWords } from './mutation-words.ts'

const engine = vi.hoisted(() => ({
  sync: undefined as unknown as Sync,
  /** Rows of the server, by the path of their list. */
  rows: new Map<string, { _id: string }[]>(),
}))
vi.mock('../core/sync/sync-provider.tsx', () => ({
  useSync: () => engine.sync,
  WithSync: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: async ({ method = 'GET', path }: { method?: string; path: string }) => {
    const [list, rows] = [...engine.rows].find(([known]) => path.startsWith(known)) ?? [path, []]
    if (method === 'DELETE')
      engine.rows.set(
        list,
        rows.filter(({ _id }) => !path.endsWith(_id)),
      )
    return { success: true, subscriptions: [], data: rows, total: rows.length, blocked: [], countries: [] }
  },
}))
vi.mock('../core/session/session.ts', async (original) => ({
  ...(await original<object>()),
  signedInUser: () => ({ _id: 'me' }),
}))
vi.mock('../core/live/socket.ts', () => ({ sayNow: () => {}, onSocketReady: () => () => {}, onSocket: () => () => {} }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useRouter: () => ({ navigate: async () => {} }),
  useNavigate: () => async () => {},
}))

let stop = (): void => {}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  engine.sync = await syncWithoutLine()
  engine.rows.clear()
  stop = keepFocusInLists()
})
afterEach(() => {
  stop()
  cleanup()
  localStorage.clear()
})

type Deletion = {
  /** The words of the status. */
  said: string | RegExp
  /** The list in which two entries stand. */
  list: string
  /** Names of the controls that are pressed one after another. */
  press: [inEntry: RegExp, ...after: RegExp[]]
  prepare: (sync: Sync) => Promise<unknown>
  screen: () => ReactNode
}

const me = () => engine.sync.inside.replica.account
const at = new Date().toISOString()
const mutate = (sync: Sync, name: string, args: object) => sync.mutate(name as 'block.set', args as never)
const POST = v7()
const twice = (add: (n: number) => unknown) => Promise.all([1, 2].map(add))

const deletions: Record<string, Deletion> = {
  address: {
    ...{ said: 'Address removed', list: 'Addresses', press: [/^Remove/, /^Remove address$/] },
    prepare: (sync) =>
      twice((n) =>
        mutate(sync, 'address.save', {
          ...{ _id: v7(), editedAt: at },
          changes: { name: `Ada ${n}`, line1: 'Road 1', city: 'Bern', postalCode: '3000', country: 'CH' },
        }),
      ),
    screen: () => <AddressesPage contents="here" />,
  },
  card: {
    ...{ said: 'Card removed', list: 'Cards', press: [/^Remove card/, /^Remove card$/] },
    prepare: async () =>
      answer('/payment-cards', {
        ...{ brand: 'visa', last4: '4242', expMonth: 7, expYear: 2031 },
        ...{ isDefault: false, status: 'active', subscriptions: [] },
      }),
    screen: () => <CardsPage checkoutId={undefined} onSettled={() => {}} />,
  },
  session: {
    ...{ said: 'Session ended', list: 'Your devices', press: [/^End$/] },
    prepare: async () =>
      answer('/auth/users/me/sessions', {
        ...{ userAgent: '', current: false, createdAt: at, lastSeenAt: at, expiresAt: at, waiting: 0 },
      }),
    screen: () => (
      <section>
        <h2>Your devices</h2>
        <SessionsList account={me()} />
      </section>
    ),
  },
  comment: {
    ...{ said: 'Comment deleted', list: 'Comments', press: [/^What to do/, /^Delete$/, /^Delete$/] },
    prepare: (sync) =>
      twice((n) =>
        mutate(sync, 'comment.add', {
          ...{ _id: v7(), objectType: 'feed', objectId: POST, parentId: null, text: `Comment ${n}` },
        }),
      ),
    screen: () => <Comments objectType="feed" objectId={POST} ownerId={v7()} path="/posts/p" />,
  },
  block: {
    ...{ said: /^Bea \d is unblocked$/, list: 'Blocked people', press: [/^Unblock/] },
    prepare: ({ db }) =>
      db.blocks.bulkPut(
        [1, 2].map((n) => ({
          ...{
            _id: v7(),
            performerId: me(),
            name: `Bea ${n}`,
            username: null,
            avatar: null,
            reason: '',
            createdAt: at,
          },
          $space: `u:${me()}`,
        })),
      ),
    screen: () => <BlockedPage contents="here" />,
  },
  reminder: {
    ...{ said: 'Reminder removed', list: 'Reminders', press: [/^Remove reminder$/] },
    prepare: (sync) =>
      twice((n) =>
        keepReminder(
          sync,
          { type: 'tip', id: `mara ${n}`, ownerId: 'mara', tokens: 20, message: '', name: 'Mara' },
          new Date(),
        ),
      ),
    screen: outbox,
  },
  'rejected change': {
    ...{ said: 'Discarded', list: 'Waiting to be sent', press: [/^Discard$/, /^Discard$/] },
    prepare: ({ db }) =>
      db.outbox.bulkAdd(
        [1, 2].map(
          () =>
            ({
              ...{ id: v7(), lane: 'addresses', name: 'address.remove', args: { _id: v7() }, owner: me() },
              ...{ schema: SCHEMA_VERSION, queuedAt: at, state: 'rejected', attempts: 1 },
              rejection: { kind: 'not-found', message: 'Gone.' },
            }) as OutboxRecord,
        ),
      ),
    screen: outbox,
  },
  upload: {
    ...{ said: 'File removed', list: 'Uploads', press: [/^Remove$/, /^Discard$/] },
    prepare: (sync) =>
      twice(async (n) => {
        const fileId = v7()
        const file = { fileId, name: `${n}.jpg`, mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) }
        await sync.attach({ ...file, purpose: 'gallery-photo' })
        await mutate(sync, 'photo.add', { _id: v7(), galleryId: v7(), fileId })
      }),
    screen: () => <MediaPage search={{}} onMore={() => {}} />,
  },
  post: {
    ...{ said: 'Post removed', list: 'Scheduled posts', press: [/^What to do/, /^Remove…$/, /^Remove$/] },
    prepare: ({ db }) =>
      db.posts.bulkPut(
        [1, 2].map((n) => ({
          ...noContent,
          ...{
            _id: v7(),
            performerId: me(),
            seq: 0,
            status: 'scheduled' as const,
            access: 'public' as const,
            price: 0,
          },
          ...{ isLocked: false, text: `Post ${n}`, scheduledAt: '2999-01-01T00:00:00.000Z', publishedAt: null },
          ...{ createdAt: at, updatedAt: at, $space: `u:${me()}` },
        })),
      ),
    screen: () => (
      <section>
        <h2>Scheduled</h2>
        <ScheduledList accountId={me()} contents="here" waiting={[]} />
      </section>
    ),
  },
}

function outbox(): ReactNode {
  return <OutboxPage account={me()} words={mutationWords} line="up" state="idle" onEdit={async () => {}} />
}

/** The server has two such rows in a list. */
function answer(path: string, row: object): void {
  engine.rows.set(
    path,
    [1, 2].map(() => ({ _id: v7(), ...row })),
  )
}

test.each(Object.entries(deletions))(
  'a deleted %s is announced, and leaves the focus at the next one, at last at a heading',
  async (_, deletion) => {
    await deletion.prepare(engine.sync)
    const user = { _id: me(), name: 'Ada', username: 'ada', isPerformer: true, avatar: null }
    const session = { state: 'signed-in', token: 't', remember: true, user } as unknown as Session
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Provider value={fork({ values: [[$session, session]] })}>
          <I18nProvider i18n={i18n}>
            <Announcer />
            {deletion.screen()}
          </I18nProvider>
        </Provider>
      </SWRConfig>,
    )
    const list = await screen.findByRole('list', { name: deletion.list })
    const entries = () => [...list.querySelectorAll(':scope > li')]
    await waitFor(() => expect(entries()).toHaveLength(2))
    const [first, second] = entries() as [HTMLElement, HTMLElement]
    await remove(first, deletion.press)
    await waitFor(() => expect(document.activeElement).toBe(second))
    await waitFor(() => expect(said()).toMatch(deletion.said))
    await remove(second, deletion.press)
    await waitFor(() => expect(document.activeElement?.tagName).toMatch(/^H[12]$/))
  },
)

async function remove(entry: HTMLElement, [inEntry, ...after]: Deletion['press']): Promise<void> {
  const control = await within(entry).findByRole('button', { name: inEntry })
  control.focus()
  fireEvent.click(control)
  for (const name of after) {
    const button = await waitFor(() => {
      const found = [...screen.queryAllByRole('menuitem', { name }), ...screen.queryAllByRole('button', { name })]
      const last = found.findLast((element) => !entry.contains(element) || element.closest('dialog'))
      if (!last) throw new Error(`nothing is called ${name}`)
      return last
    })
    button.focus()
    fireEvent.click(button)
  }
}

function said(): string {
  return screen.getAllByRole('status')[0]?.textContent ?? ''
}
