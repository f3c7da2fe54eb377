// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { takeFirstAnswer } from '../../core/api/first-answers.ts'
import { holdPageAnswers } from './hold-page-answers.ts'

afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

function show(answers: object, transferSize: number): void {
  document.body.innerHTML = `<script type="application/json" id="first-answers">${JSON.stringify(answers)}</script>`
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ transferSize } as unknown as PerformanceEntry])
}

test('answers that came with the page are held for a visitor', async () => {
  show({ '/api/a': { n: 1 } }, 300)
  holdPageAnswers()
  expect(await takeFirstAnswer('/api/a', null)).toEqual({ status: 200, body: { n: 1 } })
})

test('a page that the browser took from its cache holds none: they may be of any day', () => {
  show({ '/api/a': { n: 1 } }, 0)
  holdPageAnswers()
  expect(takeFirstAnswer('/api/a', null)).toBeNull()
})

test('a page without answers is one as before', () => {
  holdPageAnswers()
  expect(takeFirstAnswer('/api/a', null)).toBeNull()
})

test('answers of which half has come are asked for by the app', () => {
  show({ '/api/a': { n: 1 } }, 300)
  const [script] = document.getElementsByTagName('script')
  if (script) script.textContent = script.textContent.slice(0, -3)
  holdPageAnswers()
  expect(takeFirstAnswer('/api/a', null)).toBeNull()
})
