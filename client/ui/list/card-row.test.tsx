// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CardRow } from './card-row.tsx'

const WIDTH = 500
let content = 2_000

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  content = 2_000
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => content)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(direction: 'ltr' | 'rtl') {
  const items = Array.from({ length: 12 }, (_, n) => ({ _id: String(n) }))
  render(
    <I18nProvider i18n={i18n}>
      <div style={{ direction }}>
        <CardRow items={items} label="Top creators">
          {({ _id }) => <a href={`/${_id}`}>{_id}</a>}
        </CardRow>
      </div>
    </I18nProvider>,
  )
  const list = screen.getByRole('list', { name: 'Top creators' })
  list.style.direction = direction
  const scrollBy = vi.spyOn(list, 'scrollBy').mockImplementation(() => {})
  const scrollTo = (left: number) => {
    list.scrollLeft = left
    fireEvent.scroll(list)
  }
  return { scrollBy, scrollTo }
}

const arrows = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))
const [back, next] = ['Back: Top creators', 'Next: Top creators']

test.each([
  ['ltr', 1],
  ['rtl', -1],
] as const)('the arrows of a row move by a part of what is shown, in the direction of %s', (direction, sign) => {
  const { scrollBy, scrollTo } = show(direction)
  expect(arrows()).toEqual([next])
  fireEvent.click(screen.getByRole('button', { name: next }))
  expect(scrollBy).toHaveBeenLastCalledWith({ left: sign * 400 })
  scrollTo(sign * 400)
  expect(arrows()).toEqual([back, next])
  fireEvent.click(screen.getByRole('button', { name: back }))
  expect(scrollBy).toHaveBeenLastCalledWith({ left: sign * -400 })
  scrollTo(sign * 1_500)
  expect(arrows()).toEqual([back])
})

test('the arrows stand below the cards and cover none, each in its own place', () => {
  const { scrollTo } = show('ltr')
  scrollTo(400)
  const list = screen.getByRole('list', { name: 'Top creators' })
  const [first, second] = screen.getAllByRole('button')
  for (const arrow of [first, second]) {
    expect(arrow?.className).not.toMatch(/\babsolute\b/)
    expect(list.compareDocumentPosition(arrow as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
  // A second press on one does not meet the other where the first press was the last.
  expect(first?.className).toContain('col-start-1')
  expect(second?.className).toContain('col-start-2')
})

test('a row whose cards are all in sight has no arrows', () => {
  content = WIDTH
  show('ltr')
  expect(arrows()).toEqual([])
})

test('the keyboard goes from card to card and meets no arrow', () => {
  show('ltr')
  expect(screen.getByRole('button', { name: next }).tabIndex).toBe(-1)
})
