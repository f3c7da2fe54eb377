// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { sizedUrl, srcSetOf } from '@vesper/sync/media/sized-url.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, expect, test, vi } from 'vitest'
import { reducedDataArrived } from '../preferences/model.ts'
import { SizedImage } from './sized-image.tsx'

let isSpent = false
vi.mock('../data-budget/use-data-budget.ts', () => ({ useBudgetSpent: () => isSpent }))
afterEach(() => {
  cleanup()
  isSpent = false
  history.replaceState(null, '', '/')
})

const photo = { src: '/media/1/original?v=me&e=1&s=x', small: '/media/1/thumbnail?v=me&e=1&s=y', width: 960 }

function shown(given: Partial<Parameters<typeof SizedImage>[0]> = {}, scope = fork()) {
  const { container } = render(
    <Provider value={scope}>
      <SizedImage {...photo} place="card" {...given} />
    </Provider>,
  )
  const image = container.querySelector('img')
  const widths = image?.srcset.split(', ').map((one) => one.split(' ')[1])
  return { image, widths }
}

test('offers the copies of a picture, none of them wider than it', () => {
  const { image, widths } = shown()
  expect(widths).toEqual(['160w', '320w', '640w', '960w'])
  expect(image?.srcset).toContain('/media/1/original?v=me&e=1&s=x&w=640 640w')
  expect(image?.srcset).toContain('/media/1/original?v=me&e=1&s=x&w=1080 960w')
  expect(shown({ width: 2048 }).widths?.at(-1)).toBe('1600w')
  expect(image?.getAttribute('src')).toBe(photo.small)
  expect(srcSetOf('/media/2/cover', { width: 1500, widest: Infinity })).toMatch(/^\/media\/2\/cover\?w=160 160w, /)
})

test('asks for nothing wider than is needed where data are spared, and for the thumbnail alone where they are used', async () => {
  const scope = fork()
  await allSettled(reducedDataArrived, { scope, params: true })
  expect(shown({}, scope).widths).toEqual(['160w', '320w', '640w'])
  isSpent = true
  const { image } = shown()
  expect([image?.hasAttribute('srcset'), image?.getAttribute('src')]).toEqual([false, photo.small])
})

test('asks for no wider copy than the one that this device keeps', () => {
  expect(shown({ widest: 320 }).widths).toEqual(['160w', '320w'])
  const { image } = shown({ widest: 0 })
  expect([image?.hasAttribute('srcset'), image?.getAttribute('src')]).toEqual([false, photo.small])
})

test('a picture of this device has one size', () => {
  const { image } = shown({ src: 'blob:1', small: null })
  expect([image?.hasAttribute('srcset'), image?.getAttribute('src')]).toEqual([false, 'blob:1'])
  expect(sizedUrl('blob:1', 160)).toBe('blob:1')
})

test('the first main picture of each page comes before everything else, the others when they are near', () => {
  const loading = (given: Partial<Parameters<typeof SizedImage>[0]>) => {
    const image = shown(given).image
    return [image?.getAttribute('loading'), image?.getAttribute('fetchpriority')]
  }
  const [first, other] = [{ src: '/media/1/original' }, { src: '/media/2/original', isMain: true }]
  history.replaceState(null, '', '/explore')
  expect(loading(first)).toEqual(['lazy', 'auto'])
  expect(loading({ ...first, isMain: true })).toEqual(['eager', 'high'])
  expect(loading(other)).toEqual(['lazy', 'auto'])
  // Rendered again, it is the same.
  expect(loading({ ...first, isMain: true })).toEqual(['eager', 'high'])
  history.replaceState(null, '', '/home')
  expect(loading(other)).toEqual(['eager', 'high'])
})
