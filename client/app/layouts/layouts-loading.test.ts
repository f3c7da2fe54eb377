// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadLayout, useLayouts } from './load-layouts.ts'

const line = vi.hoisted(() => ({ isDown: true }))

vi.mock('./public/public-layout.tsx', () => {
  if (line.isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return { PublicLayout: () => 'public' }
})

test('a frame that does not load keeps no page from coming, and is asked for until it is there', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await loadLayout('public')
  const { result } = renderHook(() => useLayouts('public', false))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(result.current).toEqual({})
  line.isDown = false
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(Object.keys(result.current)).toEqual(['public']))
})
