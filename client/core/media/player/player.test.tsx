// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { takePlayerTurn } from '../take-player-turn.ts'
import { Player } from './player.tsx'

const seen: IntersectionObserverCallback[] = []
let plays = 0

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  seen.length = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        seen.push(callback)
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  plays = 0
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    plays += 1
    Object.defineProperty(this, 'paused', { configurable: true, value: false })
    fireEvent.play(this)
    return Promise.resolve()
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { configurable: true, value: true })
    fireEvent.pause(this)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const variant = (name: '360p' | '720p', height: number) => ({
  ...{ name, height, width: height * 2, size: 1, url: `/media/film/${name}?s=1` },
})
const film = {
  ...{ url: '/media/film/original?s=1', thumbnailUrl: '/media/film/thumb', posterUrl: '/media/film/poster' },
  ...{ placeholder: null, width: 1280, height: 720, durationMs: 90_000 },
  variants: [variant('360p', 360), variant('720p', 720)],
}

function show(file = film) {
  const player = (of: typeof film) => (
    <I18nProvider i18n={i18n}>
      <Player file={of} label="A walk" />
    </I18nProvider>
  )
  const { rerender } = render(player(file))
  return {
    video: screen.getByLabelText<HTMLVideoElement>('A walk'),
    again: (of: typeof film) => rerender(player(of)),
  }
}

test('a video shows its poster and its length, and loads nothing before it is played', () => {
  const { video } = show()
  expect([video.getAttribute('poster'), video.getAttribute('preload'), video.autoplay]).toEqual([
    ...['/media/film/poster', 'none', false],
  ])
  const position = within().getByRole('slider', { name: 'Position' })
  expect(position.getAttribute('aria-valuetext')).toBe('0:00 of 1:30')
})

test('its buttons play, pause and mute', () => {
  const { video } = show()
  fireEvent.click(within().getByRole('button', { name: 'Play' }))
  expect(video.paused).toBe(false)
  fireEvent.click(within().getByRole('button', { name: 'Pause' }))
  expect(video.paused).toBe(true)
  const mute = within().getByRole('button', { name: 'Mute' })
  fireEvent.click(mute)
  fireEvent.volumeChange(video)
  expect([video.muted, mute.getAttribute('aria-pressed')]).toEqual([true, 'true'])
})

test('another quality goes on at the same place', () => {
  const { video } = show()
  expect(video.getAttribute('src')).toBe('/media/film/720p?s=1')
  fireEvent.click(within().getByRole('button', { name: 'Play' }))
  video.currentTime = 42
  fireEvent.timeUpdate(video)
  const before = plays
  fireEvent.change(within().getByRole('combobox', { name: 'Quality' }), { target: { value: '360p' } })
  expect([video.getAttribute('src'), video.currentTime]).toEqual(['/media/film/360p?s=1', 42])
  expect(plays).toBe(before + 1)
})

test('a link that is signed anew does not interrupt, and is taken when the old one has failed', () => {
  const { video, again } = show()
  again({ ...film, variants: [{ ...variant('720p', 720), url: '/media/film/720p?s=2' }] })
  expect(video.getAttribute('src')).toBe('/media/film/720p?s=1')
  video.currentTime = 30
  fireEvent.timeUpdate(video)
  fireEvent.error(video)
  expect(screen.getByText('Could not be loaded.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect([video.getAttribute('src'), video.currentTime, video.paused]).toEqual(['/media/film/720p?s=2', 30, false])
})

test('a video that breaks off while it plays is asked for once more at its place, and then waits for the user', () => {
  const loads = vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  const { video } = show()
  fireEvent.click(within().getByRole('button', { name: 'Play' }))
  video.currentTime = 42
  fireEvent.timeUpdate(video)
  const before = plays
  fireEvent.error(video)
  expect([loads.mock.calls.length, plays - before, video.currentTime]).toEqual([1, 1, 42])
  fireEvent.loadStart(video)
  expect(screen.queryByText('Could not be loaded.')).toBeNull()
  fireEvent.error(video)
  expect(screen.getByText('Could not be loaded.')).toBeTruthy()
  expect(loads.mock.calls.length).toBe(1)
})

test('a video pauses when another one begins, and out of view', () => {
  const { video } = show()
  fireEvent.click(within().getByRole('button', { name: 'Play' }))
  takePlayerTurn(document.createElement('audio'))
  expect(video.paused).toBe(true)
  fireEvent.click(within().getByRole('button', { name: 'Play' }))
  act(() => seen[0]?.([{ isIntersecting: false } as IntersectionObserverEntry], {} as IntersectionObserver))
  expect(video.paused).toBe(true)
})

test('keys play, seek and mute; a list of choices keeps its own keys', () => {
  const { video } = show()
  const region = within().getByRole('slider', { name: 'Position' })
  fireEvent.keyDown(region, { key: 'k' })
  expect(video.paused).toBe(false)
  video.currentTime = 20
  fireEvent.keyDown(region, { key: 'ArrowRight' })
  fireEvent.keyDown(region, { key: 'j' })
  expect(video.currentTime).toBe(15)
  fireEvent.keyDown(within().getByRole('combobox', { name: 'Speed' }), { key: 'm' })
  expect(video.muted).toBe(false)
  fireEvent.keyDown(region, { key: 'm' })
  expect(video.muted).toBe(true)
})

function within() {
  screen.getByRole('region', { name: 'Video player' })
  return screen
}
