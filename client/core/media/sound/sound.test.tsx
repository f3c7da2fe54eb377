// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Sound } from './sound.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(waveform: number[] | null) {
  render(
    <I18nProvider i18n={i18n}>
      <Sound file={{ url: '/media/song', durationMs: 65_000, waveform }} label="A song" />
    </I18nProvider>,
  )
  return screen.getByLabelText<HTMLAudioElement>('A song')
}

/** How many bars were played and how many not. */
function bars(): number[] {
  const paths = [...document.querySelectorAll('svg path')].filter((path) => path.closest('button') === null)
  return paths.map((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0)
}

test('a sound tells its length and loads nothing before it is played', () => {
  const audio = show([0, 50, 100, 20])
  expect(screen.getByRole('group', { name: 'Sound' })).toBeTruthy()
  expect(screen.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBe('0:00 of 1:05')
  expect([audio.getAttribute('preload'), bars()]).toEqual(['none', [0, 4]])
})

test('its bars fill as it plays, and a press on them seeks', () => {
  const audio = show([0, 50, 100, 20])
  fireEvent.change(screen.getByRole('slider', { name: 'Position' }), { target: { value: '32.5' } })
  expect([audio.currentTime, bars()]).toEqual([32.5, [2, 2]])
})

test('a sound without a waveform has bars as well', () => {
  show(null)
  expect(bars()[1]).toBeGreaterThan(10)
})

test('a sound that broke off says so, and goes on from there', () => {
  const audio = show([1, 2])
  const load = vi.spyOn(audio, 'load').mockImplementation(() => (audio.currentTime = 0))
  const play = vi.spyOn(audio, 'play').mockResolvedValue()
  audio.currentTime = 12
  fireEvent.timeUpdate(audio)
  fireEvent.error(audio)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect([load.mock.calls.length, play.mock.calls.length, audio.currentTime]).toEqual([1, 1, 12])
})
