import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptVideosOf } from '../../../core/media/media-cache.ts'
import { readSession } from '../../../core/session/stored-session.ts'
import { FakeCaches } from '../../../testing/fake-caches.ts'
import { keepFiles, listKeptFiles, readKeptFile, removeKeptFiles } from './kept-files.ts'

vi.mock(import('../../../core/session/stored-session.ts'), () => ({ readSession: vi.fn() }))

const first = { fileId: 'f1', name: 'one.txt', size: 3, url: '/api/downloads?f=f1&s=x' }
const second = { fileId: 'f2', name: 'two.txt', size: 4, url: '/api/downloads?f=f2&s=x' }
const product = { productId: 'p1', title: 'A book', files: [first, second] }
let answers: Record<string, () => Response>

beforeEach(() => {
  answers = { [first.url]: () => new Response('one'), [second.url]: () => new Response('four') }
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('caches', new FakeCaches())
  vi.stubGlobal('fetch', async (url: string) => answers[url]?.())
  vi.mocked(readSession).mockResolvedValue({ user: { _id: 'me' } } as Awaited<ReturnType<typeof readSession>>)
})
afterEach(() => void vi.unstubAllGlobals())

function keep(onBytes = vi.fn()): Promise<void> {
  return keepFiles('me', product, { signal: new AbortController().signal, onBytes })
}

async function keys(): Promise<string[]> {
  return (await (await caches.open(keptVideosOf('me'))).keys()).map(({ url }) => new URL(url).pathname)
}

test('the files of a product are kept together, each under the path that tells whether it may stay', async () => {
  const onBytes = vi.fn()
  await keep(onBytes)
  expect(onBytes).toHaveBeenLastCalledWith(7, 7)
  expect(await listKeptFiles('me')).toEqual([
    {
      productId: 'p1',
      title: 'A book',
      files: [
        { fileId: 'f1', name: 'one.txt', size: 3 },
        { fileId: 'f2', name: 'two.txt', size: 4 },
      ],
    },
  ])
  expect(await (await readKeptFile('me', 'f2'))?.text()).toBe('four')
  expect(await keys()).toEqual(expect.arrayContaining(['/media/f1/original', '/media/f2/original']))
})

test('where one of them does not come, none is kept', async () => {
  answers[second.url] = () => new Response('gone', { status: 404 })
  await expect(keep()).rejects.toThrow('404')
  expect([await listKeptFiles('me'), await keys()]).toEqual([[], []])
})

test('a file that was withdrawn takes its product from the list', async () => {
  await keep()
  await (await caches.open(keptVideosOf('me'))).delete('/media/f1/original')
  expect([await listKeptFiles('me'), await readKeptFile('me', 'f1')]).toEqual([[], null])
})

test('a file that is removed leaves nothing', async () => {
  await keep()
  await removeKeptFiles('me', 'p1')
  expect(await keys()).toEqual([])
})
