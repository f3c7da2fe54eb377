import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadLayout, useLayouts } from './load-layouts.ts'

vi.mock('./signed-in/signed-in-layout.tsx', async () => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return { AppChrome: () => 'app' }
})
vi.mock('./visitor-frame.tsx', () => ({ VisitorFrame: () => 'visitor' }))
vi.mock('./public/public-layout.tsx', () => ({ PublicLayout: () => 'public' }))

const Look = () =>
  Object.keys(useLayouts('public', false))
    .toSorted((a, b) => a.localeCompare(b))
    .join()

test('a visitor’s page loads the frame of visitors alone, and an account’s page both', async () => {
  await loadLayout('home', false)
  expect(renderToStaticMarkup(createElement(Look))).toBe('visitor')
})

test('two frames that load at a time are both there', async () => {
  await Promise.all([loadLayout('primary'), loadLayout('public')])
  await vi.waitFor(() => expect(renderToStaticMarkup(createElement(Look))).toBe('app,public,visitor'))
})
