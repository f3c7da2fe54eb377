// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import type { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../../core/api/api.ts'
import { tabForms } from '../../../core/forms/form-draft-storage.ts'
import { beginScope } from '../../../core/session/current-scope.ts'
import { keepForAccount, keepIntention, takeIntention } from '../../../core/session/intention.ts'
import { startSession } from '../../../core/session/session.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { enter, logIn } from './log-in.ts'

vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../../ui/overlay/toast.ts'), () => ({ showToast: vi.fn() }))

const user = { _id: 'fan', email: 'fan@demo.test', username: 'fan', isPerformer: false }
const answer = { token: 'a.b.c', user } as unknown as LoginAnswer

beforeEach(() => {
  tabForms.clear()
  beginScope({ state: 'signed-out' })
  vi.mocked(callApi).mockResolvedValue(answer)
  keepIntention({ purpose: 'follow', id: 'id-ines', name: 'Ines', path: '/ines' })
})

test.each([
  ['password', () => logIn({ username: 'fan', password: 'secret', remember: true }, '/ines')],
  ['login of another site', () => enter(answer, true, '/ines')],
])('a %s that leads back takes what the visitor meant', async (_way, login) => {
  expect(await login()).toBe('/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(true)
})

test('a login of the tab that has confirmed the address leads back to what waited for the account', async () => {
  keepForAccount('fan', '/ines')
  tabForms.clear()
  expect(await enter(answer, true, undefined)).toBe('/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(true)
  expect(await enter(answer, true, undefined)).toBe('/home')
})

test('a login on the way elsewhere goes there', async () => {
  keepForAccount('fan', '/ines')
  tabForms.clear()
  expect(await enter(answer, true, '/wallet')).toBe('/wallet')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
})

test('a session that this tab did not begin takes nothing', async () => {
  await startSession(answer, true)
  expect(takeIntention('follow', 'id-ines')).toBe(false)
})

test('a notice of the server is shown after the login, in the language of the page', async () => {
  i18n.load('de', { 'Change it.': 'Bitte ändern.' })
  i18n.activate('de')
  await enter({ ...answer, notice: 'Change it.' }, true, undefined)
  expect(showToast).toHaveBeenCalledExactlyOnceWith('info', 'Bitte ändern.')
})
