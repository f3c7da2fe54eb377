// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { uploadFiles } from '../../../core/api/upload.ts'
import { keepIntention, pathKeptFor } from '../../../core/session/intention.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { logIn } from '../session/log-in.ts'
import { registerCreator, registerFan } from './register.ts'

vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('../session/log-in.ts', () => ({ logIn: vi.fn() }))
vi.mock('../../../ui/overlay/toast.ts', () => ({ showToast: vi.fn() }))
vi.mock('../../../core/api/upload.ts', () => ({ uploadFiles: vi.fn() }))
vi.mock('../../../core/session/current-scope.ts', () => ({ currentScope: () => ({ getState: () => false }) }))

const values = { name: 'Robin', username: 'robin', email: 'robin@demo.test', password: 'vesper-demo', country: '' }
const about = { bio: '', country: 'PT', dateOfBirth: '1990-04-01' }
const lost = new ConnectionError('The server cannot be reached.')
const made = { user: { _id: 'robin-id' } }
const message = 'This username is taken.'
const taken = new Refusal('conflict', message, [{ path: 'username', message }])

const [sent, sentWithFiles, opened] = [vi.mocked(callApi), vi.mocked(uploadFiles), vi.mocked(logIn)]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  for (const mock of [sent, sentWithFiles, opened, vi.mocked(showToast)]) mock.mockReset()
})

test.each([
  ['fan', sent, () => registerFan(values)],
  [
    'creator',
    sentWithFiles,
    () => registerCreator({ values: { ...values, ...about }, files: {}, onProgress: () => {} }),
  ],
])('a %s whose sign-up was done and its answer lost gets in by signing up again', async (_who, send, signUp) => {
  send.mockRejectedValueOnce(lost)
  await expect(signUp()).rejects.toBe(lost)
  send.mockRejectedValueOnce(taken)
  opened.mockResolvedValueOnce('/home')
  expect(await signUp()).toBe('/home')
  expect(opened.mock.lastCall?.[0]).toMatchObject({ username: values.username, password: values.password })
})

test('so does a fan whose login after the sign-up got no answer', async () => {
  sent.mockResolvedValueOnce(made)
  opened.mockRejectedValueOnce(lost)
  await expect(registerFan(values)).rejects.toBe(lost)
  sent.mockRejectedValueOnce(taken)
  opened.mockResolvedValueOnce('/home')
  expect(await registerFan(values)).toBe('/home')
})

test('where the address is to be confirmed first, the mail comes next all the same', async () => {
  sent.mockRejectedValueOnce(lost)
  await expect(registerFan(values)).rejects.toBe(lost)
  sent.mockRejectedValueOnce(taken)
  opened.mockRejectedValueOnce(new Refusal('forbidden', '', [{ path: 'emailVerification', message: values.email }]))
  expect(await registerFan(values)).toBe('/auth/verify?email=robin%40demo.test')
})

test('the page that somebody was on the way to is kept, also over the mail', async () => {
  sent.mockResolvedValue(made)
  opened.mockResolvedValueOnce('/ines')
  expect(await registerFan(values, '/ines')).toBe('/ines')
  expect(opened.mock.lastCall?.[1]).toBe('/ines')
  opened.mockRejectedValueOnce(new Refusal('forbidden', '', [{ path: 'emailVerification', message: values.email }]))
  expect(await registerFan(values, '/ines')).toBe('/auth/verify?email=robin%40demo.test&next=%2Fines')
})

test('a purpose waits for the new account where the address is to be confirmed first, and for no other', async () => {
  const unconfirmed = new Refusal('forbidden', '', [{ path: 'emailVerification', message: values.email }])
  keepIntention({ purpose: 'follow', id: 'id-ines', name: 'Ines', path: '/ines' })
  sent.mockResolvedValueOnce(made)
  opened.mockRejectedValueOnce(unconfirmed)
  await registerFan(values, '/ines')
  expect([pathKeptFor('robin-id'), pathKeptFor('another')]).toEqual(['/ines', null])
})

test('where the account has another password, the username is taken', async () => {
  sent.mockRejectedValueOnce(lost)
  await expect(registerFan(values)).rejects.toBe(lost)
  sent.mockRejectedValueOnce(taken)
  opened.mockRejectedValueOnce(new Refusal('unauthenticated', 'Incorrect credentials!'))
  const details = [{ path: 'username', message }]
  await expect(registerFan(values)).rejects.toMatchObject({ kind: 'conflict', details })
})

test('an address that was not just sent is refused without a try to log in', async () => {
  sent.mockRejectedValueOnce(lost)
  await expect(registerFan(values)).rejects.toBe(lost)
  const refusal = { kind: 'conflict', details: taken.details }
  sent.mockRejectedValueOnce(taken)
  await expect(registerFan({ ...values, email: 'other@demo.test' })).rejects.toMatchObject(refusal)
  expect(opened).not.toHaveBeenCalled()
})

test('a newcomer hears that the address is to be confirmed', async () => {
  sent.mockResolvedValueOnce(made)
  opened.mockResolvedValueOnce('/ines')
  await registerFan(values, '/ines')
  const text = 'Welcome. Open the link in the email that we sent to robin@demo.test to confirm your address.'
  expect(showToast).toHaveBeenCalledExactlyOnceWith('info', text)
})

test('an application ends at the page that says how it stands, unless somebody was on the way to another', async () => {
  const apply = (next?: string) =>
    registerCreator({ values: { ...values, ...about }, files: {}, onProgress: () => {}, next })
  sentWithFiles.mockResolvedValue(made)
  opened.mockResolvedValue('/there')
  await apply()
  expect(opened.mock.lastCall?.[1]).toBe('/creator/verification')
  await apply('/ines')
  expect(opened.mock.lastCall?.[1]).toBe('/ines')
})
