// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { PUSH_KINDS } from '@vesper/sync/vesper/api/push.ts'
import type { PushKind } from '@vesper/sync/vesper/api/push.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PushState } from '../../core/push/push.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { PushCard } from './push-card.tsx'
// Loaded ahead of the press that shows it.
import './push-dialog.tsx'
import { PushSettings } from './push-settings.tsx'
import { usePush } from './use-push.ts'

const on = (kinds: readonly PushKind[] = PUSH_KINDS, isSent = true): PushState => ({
  ...{ state: 'on', kinds, locale: 'en', isSent },
})

const { push, toast } = vi.hoisted(() => ({
  push: {
    readPushState: vi.fn<() => Promise<PushState>>(),
    turnOnPush: vi.fn<(words: object) => Promise<PushState>>(),
    turnOffPush: vi.fn<() => Promise<PushState>>(),
    choosePushKinds: vi.fn<(kinds: PushKind[]) => Promise<PushState>>(),
    keepPushWords: vi.fn(async (_words: object) => undefined),
  },
  toast: vi.fn(),
}))
const ME = '0192f0c0-0000-7000-8000-000000000001'
let sync: Sync

vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => sync }))
vi.mock('../../core/push/push.ts', () => push)
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: toast }))
vi.mock('../../core/i18n/lazy-with-texts.ts', async () => {
  const { lazyWithRetry } = await import('../../ui/lazy-with-retry.ts')
  return { lazyAgain: lazyWithRetry }
})

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  vi.clearAllMocks()
  localStorage.clear()
  sync = await syncWithoutLine(ME)
})
afterEach(cleanup)

function Settings({ isCreator }: { isCreator: boolean }) {
  const held = usePush()
  return (
    <>
      <PushSettings {...held} account={ME} isCreator={isCreator} />
      <PushCard {...held} account={ME} />
    </>
  )
}

function show(state: PushState, isCreator = false): void {
  push.readPushState.mockResolvedValue(state)
  render(
    <I18nProvider i18n={i18n}>
      <Settings isCreator={isCreator} />
    </I18nProvider>,
  )
}

async function openSettings() {
  fireEvent.click(screen.getByRole('button', { name: 'Notification settings' }))
  return within(await screen.findByRole('dialog', { name: 'Notification settings' }))
}

test('nothing is asked for before the button is pressed, and the offer goes once notifications are on', async () => {
  show({ state: 'off' })
  const button = await screen.findByRole('button', { name: 'Turn on notifications' })
  expect(push.turnOnPush).not.toHaveBeenCalled()
  push.turnOnPush.mockResolvedValue(on())
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull())
  expect(push.turnOnPush).toHaveBeenCalledWith(
    expect.objectContaining({
      locale: 'en',
      texts: expect.objectContaining({ message: 'You have a new message' }) as object,
    }),
  )
})

test('an offer that was put off does not come back, and the settings still have the button', async () => {
  show({ state: 'off' })
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  cleanup()
  show({ state: 'off' })
  const dialog = await openSettings()
  expect(await dialog.findByRole('button', { name: 'Turn on notifications' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Notifications on this device' })).toBeNull()
})

test.each<[PushState['state'], RegExp]>([
  ['denied', /browser blocks notifications/],
  ['needs-install', /only an installed app has notifications/],
  ['unsupported', /cannot show notifications/],
])('the settings of a device in the state %s say why there is no button', async (state, words) => {
  show({ state } as PushState)
  const dialog = await openSettings()
  expect(await dialog.findByText(words)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /Turn/ })).toBeNull()
})

test('a failure to turn on is told, and the offer stays', async () => {
  show({ state: 'off' })
  push.turnOnPush.mockRejectedValue(new DOMException('no push service'))
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('error', expect.stringMatching(/could not be turned on/)))
  expect(screen.getByRole('button', { name: 'Turn on notifications' })).toBeTruthy()
})

test('each kind is chosen for itself, at once, and a choice that waits says so', async () => {
  show(on(['message', 'comment', 'reply', 'like']))
  await openSettings()
  const dialog = within(await screen.findByRole('group', { name: 'Tell this device of' }))
  const isOn = (name: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name }).checked
  await dialog.findByRole('checkbox', { name: 'Messages' })
  expect([isOn('Messages'), isOn('Comments and replies'), isOn('Likes'), isOn('Orders')]).toEqual([
    ...[true, true, true, false],
  ])
  expect(dialog.queryByRole('checkbox', { name: 'New followers' })).toBeNull()
  push.choosePushKinds.mockImplementation(async (kinds) => on(kinds, false))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Comments and replies' }))
  expect(isOn('Comments and replies')).toBe(false)
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Orders' }))
  expect(push.choosePushKinds.mock.calls).toEqual([[['message', 'like']], [['message', 'like', 'order']]])
  const saved = 'Saved on this device. Sent when you are back online.'
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe(saved))
})

test('a creator can choose to hear of new followers, and turn everything off', async () => {
  show(on(), true)
  const dialog = await openSettings()
  expect(await dialog.findByRole('checkbox', { name: 'New followers' })).toBeTruthy()
  push.turnOffPush.mockResolvedValue({ state: 'off' })
  fireEvent.click(dialog.getByRole('button', { name: 'Turn off notifications' }))
  expect(await dialog.findByRole('button', { name: 'Turn on notifications' })).toBeTruthy()
})

test('notifications follow the language of the app', async () => {
  show({ ...on(), locale: 'ar' } as PushState)
  await waitFor(() => expect(push.keepPushWords).toHaveBeenCalledWith(expect.objectContaining({ locale: 'en' })))
})

test('an account turns kinds off for all its devices, without a line too, and news about itself stay', async () => {
  await sync.db.preferences.put({ _id: ME, theme: null, language: null, reducedData: null, muted: ['live'] })
  show({ state: 'off' }, true)
  await openSettings()
  const group = within(await screen.findByRole('group', { name: 'Show in Activity, on all your devices' }))
  const box = (name: string) => group.getByRole<HTMLInputElement>('checkbox', { name })
  expect([box('Tips').checked, box('Live streams').checked]).toEqual([true, false])
  for (const name of ['Messages', 'News about your account']) expect(group.queryByRole('checkbox', { name })).toBeNull()
  fireEvent.click(box('Comments and replies'))
  await waitFor(() => expect(box('Comments and replies').checked).toBe(false))
  fireEvent.click(box('Live streams'))
  await waitFor(() => expect(box('Live streams').checked).toBe(true))
  const queued = (await sync.db.outbox.toArray()).map(({ args }) => (args as { changes: { notices: object } }).changes)
  expect(Object.assign({}, ...queued.map(({ notices }) => notices))).toEqual({
    comment: false,
    reply: false,
    live: true,
  })
})
