// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dataBudget, MEGABYTE } from '../../core/data-budget/data-budget.ts'
import { useDataSaverImage } from '../../core/media/use-data-saver-image.ts'
import { DataBudgetChoice } from '../preferences/data-budget-choice.tsx'
import { DataWatch } from './data-watch.tsx'

vi.mock('../../core/i18n/lazy-with-texts.ts', async () => ({
  lazyAgain: (await import('../../ui/lazy-with-retry.ts')).lazyWithRetry,
}))

/** Tells the page what its browser has fetched. */
let tell = (_size: number) => {}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  localStorage.clear()
  dataBudget.look()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(hear: (list: { getEntries: () => unknown[] }) => void) {
        tell = (transferSize) =>
          hear({ getEntries: () => [{ name: 'https://site.test/media/1/original', transferSize }] })
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Photo({ src }: { src: string }) {
  const { isSpared, ask } = useDataSaverImage(src)
  return isSpared ? <button onClick={ask}>Show {src}</button> : <img src={src} alt={src} />
}

function show() {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <DataWatch />
        <DataBudgetChoice />
        <Photo src="/media/1/original?s=a" />
        <Photo src="/media/2/thumbnail?s=a" />
        <Photo src="/media/3/original" />
      </I18nProvider>
    </Provider>,
  )
}

const choose = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } })
const shown = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'))

test('without a limit everything loads, however much has come', () => {
  show()
  act(() => tell(900 * MEGABYTE))
  expect(shown()).toHaveLength(3)
  expect(screen.queryByRole('status')).toBeNull()
})

test('when the limit of the settings is reached, large photos wait for a tap, one by one, and thumbnails come', async () => {
  show()
  choose('200')
  act(() => tell(200 * MEGABYTE - 1))
  expect(shown()).toHaveLength(3)
  act(() => tell(1))
  expect((await screen.findByRole('status')).textContent).toContain('Today’s 200 MB are used.')
  expect(shown()).toEqual(['/media/2/thumbnail?s=a'])
  fireEvent.click(screen.getByText('Show /media/1/original?s=a'))
  expect(shown()).toEqual(['/media/1/original?s=a', '/media/2/thumbnail?s=a'])
  expect(screen.getByText('Show /media/3/original')).toBeTruthy()
})

test('‘Load anyway’ lets the rest of the day go on', async () => {
  show()
  choose('50')
  act(() => tell(60 * MEGABYTE))
  fireEvent.click(await screen.findByRole('button', { name: 'Load anyway' }))
  expect(shown()).toHaveLength(3)
  act(() => tell(60 * MEGABYTE))
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText(/^Today: 120 MB/)).toBeTruthy()
})
