// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $browserOnline, $syncStatus } from '../../core/connection/model.ts'
import { $session } from '../../core/session/model.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { PauseCard } from './pause-card.tsx'
import { queueEnd } from './use-own-pauses.ts'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('../../core/i18n/lazy-with-texts.ts', async () => {
  const { lazy } = await import('react')
  return { lazyAgain: (load: () => Promise<never>) => lazy(async () => ({ default: await load() })) }
})

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

/** Right before noon in Auckland, in summer. */
const NOW = Date.parse('2026-11-27T22:59:00.000Z')
const DAY_MS = 86_400_000
let me: string
const at = (ms: number) => new Date(ms).toISOString()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  me = v7()
  engine.sync = await syncWithoutLine(me)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

async function show(pauses: Pause[] | null, isOffline = false, isWhole = false): Promise<void> {
  if (pauses) await engine.sync.db.creators.put({ _id: me, name: 'Mara', username: 'mara', pauses } as never)
  const values = [
    [$session, { state: 'needs-auth', user: { _id: me }, remember: true }],
    [$browserOnline, !isOffline],
    [$syncStatus, { whole: isWhole }],
  ] as never
  render(
    <Provider value={fork({ values })}>
      <I18nProvider i18n={i18n}>
        <h1 tabIndex={-1}>Subscribers</h1>
        <PauseCard />
      </I18nProvider>
    </Provider>,
  )
}

const card = () => screen.getByRole('region', { name: 'Pause' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const days = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Days' })
const isAtHeading = () => document.activeElement === screen.getByRole('heading', { level: 1 })
const queued = async () => (await engine.sync.db.outbox.toArray()).map(({ name, args }) => ({ name, args }))

async function openPlan(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Plan a pause' }))
  return screen.findByRole('dialog', { name: 'Plan a pause' })
}

async function chooseDay(day: string, count: string): Promise<void> {
  fireEvent.click(screen.getByRole('radio', { name: 'On a day' }))
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: day } })
  fireEvent.change(days(), { target: { value: count } })
}

test('a pause is planned offline from a day on, shows at once and waits', async () => {
  await show([], true)
  expect(await screen.findByText(/^Nothing is paused/)).toBeTruthy()
  const dialog = await openPlan()
  await chooseDay('2026-12-01', '14')
  expect(dialog.textContent).toContain(
    'From Dec 1, 2026 to Dec 15, 2026 nothing is charged. The paid days of your subscribers move by 14 days.',
  )
  press('Plan pause')
  await within(card()).findByText('Planned: Dec 1, 2026 – Dec 15, 2026')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(within(card()).getByText('Waits for a connection')).toBeTruthy()
  // The day begins at midnight in Auckland.
  const args = { startsAt: '2026-11-30T11:00:00.000Z', days: 14, askedAt: at(NOW) }
  expect(await queued()).toMatchObject([{ name: 'pause.plan', args }])
})

test('a pause of now that was planned offline begins once the device is online', async () => {
  await show([], true)
  const dialog = await openPlan()
  expect(dialog.textContent).toContain('Once this device is online, nothing is charged for 14 days.')
  press('Pause now')
  await within(card()).findByText('Begins once this device is online: 14 days')
  expect(await queued()).toMatchObject([{ name: 'pause.plan', args: { startsAt: null, days: 14 } }])
  press('Cancel the pause')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel the pause' }))
  await within(card()).findByText(/^Nothing is paused/)
  expect(within(card()).getByText('Waits for a connection')).toBeTruthy()
})

test('a pause whose day passes offline has not begun, and its dialog claims no move', async () => {
  await show([], true)
  await openPlan()
  await chooseDay('2026-12-01', '14')
  press('Plan pause')
  await within(card()).findByText('Planned: Dec 1, 2026 – Dec 15, 2026')
  press('Cancel the pause')
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the pause?' })
  expect(dialog.textContent).toContain('The pause is not sent yet, so no paid day has moved.')
  cleanup()
  vi.setSystemTime(Date.parse('2026-12-20T00:00:00.000Z'))
  await show(null, true)
  expect(await within(card()).findByText('Begins once this device is online: 14 days')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End the pause' })).toBeNull()
})

test.each([
  [0, ['discard record']],
  [1, ['pause.end pause']],
])('the end of a plan after %i attempts to send it', async (attempts, done) => {
  const record = { id: 'record', name: 'pause.plan', args: { _id: 'pause' }, state: 'waiting', attempts }
  const told: string[] = []
  const sync = {
    db: { outbox: { where: () => ({ equals: () => ({ toArray: async () => [record] }) }) } },
    discard: async (id: string) => void told.push(`discard ${id}`),
    mutate: async (name: string, { _id }: { _id: string }) => void told.push(`${name} ${_id}`),
  }
  await queueEnd(sync as never, 'pause')
  expect(told).toEqual(done)
})

test('online, a pause of now says when it ends', async () => {
  await show([])
  const dialog = await openPlan()
  fireEvent.keyDown(days(), { key: 'ArrowUp' })
  expect(dialog.textContent).toMatch(/From now to Dec 13, 2026, 11:59\sAM nothing is charged\. .* move by 15 days\./)
})

test('over a change of the clocks the end is told with its time', async () => {
  await show([])
  const dialog = await openPlan()
  await chooseDay('2027-04-01', '14')
  expect(dialog.textContent).toMatch(/From Apr 1, 2027 to Apr 14, 2027, 11:00\sPM nothing is charged/)
})

test.for([
  ['', '14', 'Choose a day.'],
  ['2026-11-28', '14', 'Choose a day from tomorrow on.'],
  ['2027-11-30', '14', 'A pause begins within a year.'],
  ['2026-12-01', '91', 'Enter a whole number from 1 to 90.'],
  ['2026-12-01', '', 'Enter a whole number from 1 to 90.'],
  ['2026-12-24', '3', 'You have planned another pause for these days. End it first.'],
] as const)('of a pause on %j for %j days the fault stands at its field', async ([day, count, text]) => {
  await show([{ _id: v7(), startsAt: at(NOW + 20 * DAY_MS), endsAt: at(NOW + 30 * DAY_MS) }])
  await openPlan()
  await chooseDay(day, count)
  press('Plan pause')
  const message = await screen.findByText(text)
  const field = count === '14' || count === '3' ? screen.getByLabelText('First day') : days()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(message.closest('[id]')?.id)
  expect(await queued()).toEqual([])
})

test('a typed pause outlives the closed sheet', async () => {
  await show([])
  await openPlan()
  await chooseDay('2026-12-01', '30')
  press('Close')
  await openPlan()
  expect(days().value).toBe('30')
  expect(screen.getByLabelText<HTMLInputElement>('First day').value).toBe('2026-12-01')
})

test('the end of a lasting pause is asked for, says how much is given back, and waits for a connection', async () => {
  const _id = v7()
  await show([{ _id, startsAt: at(NOW - 5 * DAY_MS), endsAt: at(NOW + 9 * DAY_MS) }], true)
  await within(card()).findByText(/^Paused until Dec 7, 2026, 11:59\sAM$/)
  press('End the pause')
  const dialog = await screen.findByRole('dialog', { name: 'End the pause now?' })
  expect(dialog.textContent).toContain('Given back: 9 days.')
  expect(dialog.textContent).toContain('It lasts until this device is online.')
  expect(await queued()).toEqual([])
  // The page has last looked at the clock before.
  vi.setSystemTime(NOW + 5000)
  fireEvent.click(within(dialog).getByRole('button', { name: 'End the pause' }))
  await within(card()).findByText('Ends once this device is online', {}, { timeout: 5000 })
  expect(within(card()).getByText('Waits for a connection')).toBeTruthy()
  expect(within(card()).queryByText(/^Nothing is paused/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'End the pause' })).toBeNull()
  await waitFor(() => expect(isAtHeading()).toBe(true))
  expect(await queued()).toEqual([{ name: 'pause.end', args: { _id, askedAt: at(NOW + 5000) } }])
})

test('a planned pause is canceled', async () => {
  const _id = v7()
  await show([{ _id, startsAt: at(NOW + DAY_MS), endsAt: at(NOW + 9 * DAY_MS) }])
  fireEvent.click(await within(card()).findByRole('button', { name: 'Cancel the pause' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the pause?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel the pause' }))
  await within(card()).findByText(/^Nothing is paused/)
  expect(await queued()).toMatchObject([{ name: 'pause.end', args: { _id } }])
})

test('a refused pause says why until it is discarded or planned again', async () => {
  await show([])
  await openPlan()
  press('Pause now')
  await within(card()).findByText(/^Begins once/)
  const rejection = { kind: 'conflict', message: 'You have planned another pause for these days. End it first.' }
  const refuse = () => engine.sync.db.outbox.toCollection().modify({ state: 'rejected', rejection } as never)
  await refuse()
  const told = await within(card()).findByRole('alert')
  expect(told.textContent).toContain('The pause of 14 days was not planned. You have planned')
  expect(within(card()).queryByText('Waits for a connection')).toBeNull()
  expect(within(told).queryByRole('button')).toBeNull()
  press('Discard')
  await waitFor(() => expect(within(card()).queryByRole('alert')).toBeNull())
  await waitFor(() => expect(isAtHeading()).toBe(true))
  expect(await queued()).toEqual([])
})

test('a refused pause of days is planned again from its days', async () => {
  await show([])
  await openPlan()
  await chooseDay('2026-12-01', '30')
  press('Plan pause')
  await within(card()).findByText(/^Planned/)
  const rejection = { kind: 'invalid', message: 'A pause begins within a year.' }
  await engine.sync.db.outbox.toCollection().modify({ state: 'rejected', rejection } as never)
  const told = await within(card()).findByRole('alert')
  expect(told.textContent).toContain('The pause from Dec 1, 2026 to Dec 31, 2026 was not planned.')
  await engine.sync.db.creators.update(me, { pauses: [] })
  await within(card()).findByText(/^Nothing is paused/)
  press('Plan again')
  await screen.findByRole('dialog', { name: 'Plan a pause' })
  expect(days().value).toBe('30')
  expect(screen.getByLabelText<HTMLInputElement>('First day').value).toBe('2026-12-01')
  press('Plan pause')
  await waitFor(() => expect(within(card()).queryByText(/was not planned/)).toBeNull())
  await waitFor(() => expect(isAtHeading()).toBe(true))
  expect(await queued()).toMatchObject([{ name: 'pause.plan', args: { days: 30 } }])
})

test('no status has a button in it', async () => {
  await show([{ _id: v7(), startsAt: at(NOW - DAY_MS), endsAt: at(NOW + DAY_MS) }])
  const standing = await within(card()).findByText(/^Paused until/)
  expect(standing.closest('[role=status]')?.querySelector('button')).toBeNull()
})

test.for([
  ['the first sync is under way', false, ''],
  ['the account has no page', true, 'Nothing is paused.'],
] as const)('online, while %s', async ([, isWhole, text]) => {
  await show(null, false, isWhole)
  await waitFor(() => expect(card().textContent).toContain(text))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(card().textContent).not.toContain('not on this device')
})

test('without the own page on the device nothing is claimed', async () => {
  await show(null, true)
  expect(await within(card()).findByText(/^Your pauses are not on this device yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Plan a pause' })).toBeNull()
})
