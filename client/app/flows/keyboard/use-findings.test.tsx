// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { $browserOnline } from '../../../core/connection/model.ts'
import { $session, tokenRefused } from '../../../core/session/model.ts'
import type { Finding } from './finding.ts'
import { $keyDialog, keyDialogOpened } from './model.ts'
import { useFindings } from './use-findings.ts'

const finds = vi.hoisted(() => ({ device: vi.fn(), server: vi.fn() }))
vi.mock('./find-on-device.ts', () => ({ findOnDevice: finds.device }))
vi.mock('./find-on-server.ts', () => ({ findOnServer: finds.server }))

afterEach(cleanup)

const thread: Finding = { kind: 'conversation', path: '/messages/t', name: 'Bo' }
const video: Finding = { kind: 'video', path: '/videos/v', name: 'Vases' }

test('another account sees nothing that was found for the one before', async () => {
  finds.device.mockResolvedValueOnce([thread]).mockReturnValue(new Promise(() => {}))
  finds.server.mockResolvedValueOnce([video]).mockReturnValue(new Promise(() => {}))
  let scope = scopeOf('ada')
  const wrapper = ({ children }: { children: ReactNode }) => <Provider value={scope}>{children}</Provider>
  const { result, rerender } = renderHook(() => useFindings('vase'), { wrapper })
  await waitFor(() => expect(result.current).toMatchObject({ device: [thread], server: [video] }))
  scope = scopeOf('bo')
  rerender()
  expect(result.current).toEqual({ device: [], server: [], state: 'busy' })
  expect(finds.device).toHaveBeenCalledTimes(2)
})

test('the dialog closes when the session ends', async () => {
  const scope = scopeOf('ada')
  await allSettled(keyDialogOpened, { scope, params: 'find' })
  await allSettled(tokenRefused, { scope, params: 'of another' })
  expect(scope.getState($keyDialog)).toBe('find')
  await act(() => allSettled(tokenRefused, { scope, params: 'token' }))
  expect(scope.getState($keyDialog)).toBeNull()
})

function scopeOf(_id: string) {
  const user = { _id } as Profile
  return fork({
    values: [
      [$session, { state: 'signed-in', token: 'token', remember: true, user }],
      [$browserOnline, true],
    ],
  })
}
