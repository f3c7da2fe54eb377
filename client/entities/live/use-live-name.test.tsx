// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useIsLiveWanted, useLiveName } from './use-live-name.ts'

afterEach(cleanup)

function Wish() {
  return useIsLiveWanted() ? 'asks' : 'asks nobody'
}

function Portrait() {
  return useLiveName('mara')
}

test('a page asks who is live once it shows a portrait, and not before', () => {
  const { rerender } = render(<Wish />)
  expect(screen.getByText('asks nobody')).toBeTruthy()
  rerender(
    <>
      <Wish />
      <Portrait />
    </>,
  )
  expect(screen.getByText('asks')).toBeTruthy()
})
