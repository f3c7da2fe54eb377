// @vitest-environment happy-dom
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, restoreSession, startSession } from '../../../core/session/session.ts'
import { changeSession, writeSession } from '../../../core/session/stored-session.ts'
import { noteWiped, readWiped } from '../../../core/session/wiped-note.ts'
import { rememberLeaving, settleLeaving } from './leaving-note.ts'
import { resumeLogout } from './resume-logout.ts'
import { wipeIfAsked } from './wipe-if-asked.ts'

const { leaveDevice, removeAccount } = vi.hoisted(() => ({
  leaveDevice: vi.fn(async (_account: string) => undefined),
  removeAccount: vi.fn(async (_account: string) => undefined),
}))
vi.mock('./logout.ts', () => ({ leaveDevice, removeAccount }))

const ada = { _id: 'ada', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile
const bea = { ...ada, _id: 'bea', username: 'bea' }
const tokenOf = (sub: string, sid: string) => `x.${btoa(JSON.stringify({ sid, sub })).replaceAll('=', '')}.x`
const LOST = tokenOf('ada', 'lost')

type Called = { path: string; token?: string }
const callApi = vi.hoisted(() => vi.fn<(call: Called) => Promise<unknown>>())
vi.mock('../../../core/api/api.ts', () => ({ callApi }))
const told = () => callApi.mock.calls.filter(([{ path }]) => path === '/auth/device/wiped').length

beforeEach(async () => {
  vi.clearAllMocks()
  callApi.mockReset()
  localStorage.clear()
  await forgetSession()
  const wipe = [{ path: 'wipe', message: 'Remove the data of this account.' }]
  callApi.mockImplementation(({ path }) =>
    path === '/users/me' ? Promise.reject(new Refusal('unauthenticated', 'Please login!', wipe)) : Promise.resolve({}),
  )
})

async function startRefused(): Promise<void> {
  await startSession({ token: LOST, user: ada }, true)
  await changeSession(LOST, { needsAuth: true })
  await restoreSession()
}

test('a start with a refused token asks again, also after a line that failed', async () => {
  await startRefused()
  callApi.mockRejectedValueOnce(new Error('no line'))
  await resumeLogout()
  expect(leaveDevice).not.toHaveBeenCalled()
  await resumeLogout()
  expect(leaveDevice).toHaveBeenCalledExactlyOnceWith('ada')
  expect(told()).toBe(1)
})

test('a start removes what the worker has wiped, also while the note of another account that left stands', async () => {
  rememberLeaving('bea')
  settleLeaving('bea')
  await noteWiped('ada')
  await resumeLogout()
  expect(removeAccount.mock.calls).toEqual([['ada']])
  expect(await readWiped()).toBeNull()
})

test('a start with a token that holds asks nothing', async () => {
  await startSession({ token: LOST, user: ada }, true)
  await resumeLogout()
  expect(callApi).not.toHaveBeenCalled()
})

test('a session of the same account that has begun meanwhile, in any tab, is left alone', async () => {
  await startRefused()
  await writeSession({ token: tokenOf('ada', 'new'), remember: true, user: ada, needsAuth: false })
  await wipeIfAsked(LOST)
  expect([leaveDevice.mock.calls, removeAccount.mock.calls, told()]).toEqual([[], [], 0])
})

test('a session of another account goes on, while the data of the lost one go', async () => {
  await startRefused()
  await startSession({ token: tokenOf('bea', 'new'), user: bea }, true)
  await wipeIfAsked(LOST)
  expect(leaveDevice).not.toHaveBeenCalled()
  expect(removeAccount).toHaveBeenCalledExactlyOnceWith('ada')
  expect(told()).toBe(1)
})
