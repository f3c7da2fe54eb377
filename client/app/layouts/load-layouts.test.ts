import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadLayout, useLayouts } from './load-layouts.ts'

vi.mock('./signed-in/signed-in-layout.tsx', async () => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return { AppChrome: () => 'app' }
})
vi.mock('./public/public-layout.tsx', () => ({ PublicLayout: () => 'public' }))

test('two frames that load at a time are both there', async () => {
  await Promise.all([loadLayout('primary'), loadLayout('public')])
  const Look = () =>
    Object.keys(useLayouts('public'))
      .toSorted((a, b) => a.localeCompare(b))
      .join()
  expect(renderToStaticMarkup(createElement(Look))).toBe('app,public')
})
