// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled } from 'effector'
import { beforeEach, expect, test, vi } from 'vitest'
import { themeChosen } from '../../../core/preferences/model.ts'
import { readChoices } from '../../../core/preferences/pending-preferences.ts'
import type { ThemeChoice } from '../../../core/preferences/theme.ts'
import { currentScope } from '../../../core/session/current-scope.ts'
import { forgetSession, startSession } from '../../../core/session/session.ts'
import { removeAccount } from '../session/logout.ts'
import { syncPreferences } from './sync-preferences.ts'

const engine = vi.hoisted(() => ({
  state: { state: 'off' } as object,
  listeners: [] as (() => void)[],
  mutate: (_name: string, _args: object): Promise<void> => Promise.resolve(),
}))

vi.mock('../../../core/sync/sync.ts', () => ({
  syncState: () => engine.state,
  subscribeToSync: (listener: () => void) => engine.listeners.push(listener),
}))
vi.mock('../../../core/sync/sync-engine.ts', () => ({
  watchPreferences: () => () => {},
  deleteDatabase: async () => undefined,
}))

syncPreferences()

beforeEach(() => {
  localStorage.clear()
  turn({ state: 'off' })
  engine.mutate = vi.fn(async () => undefined)
})

test('a choice that an account makes while its engine opens is its own, and changes what it has', async () => {
  await signIn('ada')
  turn({ state: 'opening', account: 'ada' })
  await choose('light')
  expect([readChoices('ada'), readChoices(null)]).toEqual([{ theme: 'light' }, {}])
  open('ada')
  await vi.waitFor(() => expect(readChoices('ada')).toEqual({}))
  expect(engine.mutate).toHaveBeenCalledExactlyOnceWith('preferences.update', { changes: { theme: 'light' } })
})

test('a choice that did not fit goes with the next one; the account that leaves takes it along', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await signIn('ada')
  open('ada')
  engine.mutate = vi.fn(() => Promise.reject(new Error('full')))
  await choose('light')
  expect(readChoices('ada')).toEqual({ theme: 'light' })
  await removeAccount('ada')
  expect(readChoices('ada')).toEqual({})
  await choose('light')
  engine.mutate = vi.fn(async () => undefined)
  await choose('system')
  expect(engine.mutate).toHaveBeenCalledExactlyOnceWith('preferences.update', { changes: { theme: 'system' } })
  expect(Object.keys(localStorage).filter((key) => key.includes('choices'))).toEqual([])
})

test('a visitor’s choice goes to the account that signs in next, as one that gives way', async () => {
  await forgetSession()
  await choose('light')
  await signIn('bob')
  open('bob')
  await vi.waitFor(() => expect(readChoices(null)).toEqual({}))
  expect(engine.mutate).toHaveBeenCalledExactlyOnceWith('preferences.update', {
    changes: { theme: 'light' },
    initial: true,
  })
})

async function signIn(_id: string): Promise<void> {
  const user = { _id } as Profile
  await startSession({ token: `token of ${_id}`, user }, true)
}

function open(account: string): void {
  turn({ state: 'on', account, sync: { mutate: (name: string, args: object) => engine.mutate(name, args) } })
}

function turn(state: object): void {
  engine.state = state
  for (const listener of engine.listeners) listener()
}

async function choose(theme: ThemeChoice): Promise<void> {
  await allSettled(themeChosen, { scope: currentScope(), params: theme })
}
