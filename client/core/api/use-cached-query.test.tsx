// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverMissed, serverReached } from '../connection/model.ts'
import { callApi, ConnectionError } from './api.ts'
import { useForgetAnswers, useKeptAnswer } from './use-cached-query.ts'

vi.mock(import('./api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../session/session.ts'), async (original) => ({ ...(await original()), signedInUser: () => null }))

const server: { failure: Error | null; name: string } = { failure: null, name: '' }

beforeEach(() => {
  localStorage.clear()
  Object.assign(server, { failure: null, name: 'Mara' })
  vi.mocked(callApi).mockClear()
  vi.mocked(callApi).mockImplementation(async () => {
    if (server.failure) throw server.failure
    return server.name
  })
})
afterEach(cleanup)

/** A start of the app: its memory is empty. Two parts of a page may show one answer. */
function open(parts = 1) {
  const cache = new Map()
  return renderHook(
    () => Array.from({ length: parts }, () => useKeptAnswer('/performers/mara', v.string()).data).join(),
    { wrapper: ({ children }) => <SWRConfig value={{ provider: () => cache }}>{children}</SWRConfig> },
  )
}

function comeBack(): void {
  act(() => {
    serverMissed()
    serverReached()
  })
}

test('an answer that could not be had is asked for when the connection is back, once for all who show it', async () => {
  server.failure = new ConnectionError('away')
  const { result } = open(2)
  await waitFor(() => expect(callApi).toHaveBeenCalledTimes(1))
  await act(async () => {})
  server.failure = null
  comeBack()
  await waitFor(() => expect(result.current).toBe('Mara,Mara'))
  expect(callApi).toHaveBeenCalledTimes(2)
})

test('an answer that stands in without a connection is asked for anew when the connection is back', async () => {
  const before = open()
  await waitFor(() => expect(before.result.current).toBe('Mara'))
  before.unmount()
  server.failure = new ConnectionError('away')
  server.name = 'Maren'
  const { result } = open()
  expect(result.current).toBe('Mara')
  await waitFor(() => expect(callApi).toHaveBeenCalledTimes(2))
  await act(async () => {})
  server.failure = null
  comeBack()
  await waitFor(() => expect(result.current).toBe('Maren'))
})

test('an emptied device keeps no answer, in memory neither, and none of another account goes', async () => {
  const before = open()
  await waitFor(() => expect(before.result.current).toBe('Mara'))
  before.unmount()
  localStorage.setItem('vesper-kept:other:/performers/mara?', '1 "Mara"')
  const cache = new Map()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => cache }}>{children}</SWRConfig>
  )
  server.failure = new ConnectionError('away')
  const { result } = renderHook(
    () => ({ data: useKeptAnswer('/performers/mara', v.string()).data, forget: useForgetAnswers() }),
    { wrapper },
  )
  expect(result.current.data).toBe('Mara')
  act(() => result.current.forget())
  expect(Object.keys(localStorage)).toEqual(['vesper-kept:other:/performers/mara?'])
  const after = open()
  await act(async () => {})
  expect(after.result.current).toBe('')
})

test('an answer that is there, or was refused, is not asked for again', async () => {
  const there = open()
  await waitFor(() => expect(there.result.current).toBe('Mara'))
  comeBack()
  there.unmount()
  localStorage.clear()
  server.failure = new Refusal('not-found', 'There is no such creator.')
  open()
  await waitFor(() => expect(callApi).toHaveBeenCalledTimes(2))
  await act(async () => {})
  comeBack()
  await act(async () => {})
  expect(callApi).toHaveBeenCalledTimes(2)
})
