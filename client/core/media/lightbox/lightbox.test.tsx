// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Lightbox } from './lightbox.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  document.documentElement.dir = 'ltr'
})

const photos = ['a', 'b', 'c'].map((_id) => ({
  ...{ _id, url: `/media/${_id}`, thumbnailUrl: `/media/${_id}/small`, placeholder: null },
}))

function show(given: Partial<Parameters<typeof Lightbox>[0]> = {}) {
  const onClose = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <Lightbox photos={photos} firstId="b" onClose={onClose} {...given} />
    </I18nProvider>,
  )
  const shown = () => screen.getByRole('dialog', { hidden: true }).getAttribute('aria-label')
  const stage = document.querySelector('.touch-none')
  if (!stage) throw new Error('There is no stage.')
  return { onClose, shown, stage }
}

test('closes before it leaves the page, so that the browser gives the focus back', () => {
  const places: boolean[] = []
  const close = vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    places.push(this.isConnected)
  })
  show()
  cleanup()
  close.mockRestore()
  expect(places).toEqual([true])
})

function swipe(stage: Element, { x = 0, y = 0 }: { x?: number; y?: number }) {
  const finger = { pointerId: 1, pointerType: 'touch' }
  fireEvent.pointerDown(stage, { ...finger, clientX: 200, clientY: 200 })
  fireEvent.pointerMove(stage, { ...finger, clientX: 200 + x, clientY: 200 + y })
  fireEvent.pointerUp(stage, { ...finger, clientX: 200 + x, clientY: 200 + y })
}

test('a swipe shows the photo next to it, and one that is short or aslant does not', () => {
  const { shown, stage } = show()
  expect(shown()).toBe('Photo 2 of 3')
  swipe(stage, { x: -120, y: 10 })
  expect(shown()).toBe('Photo 3 of 3')
  swipe(stage, { x: 40 })
  expect(shown()).toBe('Photo 3 of 3')
  swipe(stage, { x: 120 })
  expect(shown()).toBe('Photo 2 of 3')
})

test('where a language is read from the right, the next photo comes from the left', () => {
  document.documentElement.dir = 'rtl'
  const { shown, stage } = show()
  swipe(stage, { x: 120 })
  expect(shown()).toBe('Photo 3 of 3')
  fireEvent.keyDown(screen.getByRole('dialog', { hidden: true }), { key: 'ArrowRight' })
  expect(shown()).toBe('Photo 2 of 3')
})

test('a photo that is dragged down closes', () => {
  const { onClose, stage } = show()
  swipe(stage, { y: 200 })
  expect(onClose).toHaveBeenCalledOnce()
})

test('two fingers enlarge the photo; it is moved then, and not swiped away', () => {
  const { shown, stage } = show()
  Object.defineProperties(stage, { clientWidth: { value: 400 }, clientHeight: { value: 800 } })
  const at = (pointerId: number, clientX: number) => ({ pointerId, pointerType: 'touch', clientX, clientY: 0 })
  fireEvent.pointerDown(stage, at(1, -50))
  fireEvent.pointerDown(stage, at(2, 50))
  fireEvent.pointerMove(stage, at(2, 150))
  fireEvent.pointerUp(stage, at(1, -50))
  fireEvent.pointerUp(stage, at(2, 150))
  const current = () => document.querySelector<HTMLElement>('.touch-none > :not([inert])')?.style.transform
  expect(current()).toContain('scale(2)')
  swipe(stage, { x: -120 })
  expect(shown()).toBe('Photo 2 of 3')
  expect(current()).toContain('scale(2)')
})

test('more photos are asked for near the end, and counted from the start', () => {
  const onNearEnd = vi.fn()
  const { shown } = show({ total: 80, onNearEnd })
  expect(shown()).toBe('Photo 2 of 80')
  expect(onNearEnd).toHaveBeenCalledOnce()
})
