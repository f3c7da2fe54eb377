import { beforeEach, expect, test, vi } from 'vitest'
import { manifest } from '../build/manifest.ts'
import type { SharedItem } from '../core/storage/shared-items.ts'
import { isShared, keepShared } from './keep-shared.ts'

const store = vi.hoisted(() => ({
  keep: vi.fn<(item: SharedItem) => Promise<boolean>>(),
  user: null as string | null,
  isAway: false,
}))
const BYTES_MAX = 512 * 1024 * 1024

vi.mock('../core/storage/shared-items.ts', () => ({ keepSharedItem: store.keep }))
vi.mock('../core/session/stored-session.ts', () => ({
  readSession: async () => {
    if (store.isAway) throw new Error('No answer in time')
    return store.user === null ? null : { user: { _id: store.user } }
  },
}))

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://vesper.test' })
  // A relative address is one of the worker.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (to, status) => new Response(null, { status: status ?? 302, headers: { location: String(to) } }),
  )
  store.keep.mockReset()
  store.keep.mockResolvedValue(true)
  store.user = null
  store.isAway = false
})

test('only what the manifest sends is taken', () => {
  const asked = (path: string, method: string) =>
    isShared({ request: { method } as Request, url: new URL(path, 'https://vesper.test') })
  const { action, method = '' } = manifest.share_target as { action: string; method?: string }
  expect(asked(action, method)).toBe(true)
  expect(asked('/share', 'GET')).toBe(false)
  expect(asked('/api/share', 'POST')).toBe(false)
  expect(asked('https://elsewhere.test/share', 'POST')).toBe(false)
})

test('text and files are kept for the account, and the answer leads to their page', async () => {
  store.user = 'ada'
  const photo = new File(['bytes'], 'beach.jpg', { type: 'image/jpeg' })
  const answer = await keepShared(posted({ title: 'Beach', text: 'At dawn', url: '' }, [photo, new File([], 'none')]))
  const [item] = store.keep.mock.calls[0] ?? []
  expect(item).toMatchObject({ account: 'ada', text: 'Beach\nAt dawn' })
  expect(item?.files.map(({ file }) => file.name)).toEqual(['beach.jpg'])
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/share?item=${item?.id}`])
})

test.each([
  [{ title: 'A recipe', text: 'A recipe https://a.test/1', url: 'https://a.test/1' }, 'A recipe https://a.test/1'],
  [{ title: 'Same', text: 'Same', url: 'Same' }, 'Same'],
  [{ title: '', text: ' ', url: 'https://a.test/1' }, 'https://a.test/1'],
  [{ title: 'One', text: 'Two', url: 'three' }, 'One\nTwo\nthree'],
])('says each part of %o once', async (fields, text) => {
  await keepShared(posted(fields))
  expect(store.keep.mock.calls[0]?.[0]).toMatchObject({ account: null, text })
})

test('a device without room says so', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  store.keep.mockRejectedValue(new Error('full'))
  const answer = await keepShared(posted({ text: 'Two' }))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share?failed=storage'])
})

test('a session that cannot be read says so, and the item is not kept as nobody’s', async () => {
  store.isAway = true
  expect(await failureOf(posted({ text: 'Two' }))).toBe('session')
})

test('with as many items as may wait, the next is refused', async () => {
  store.keep.mockResolvedValue(false)
  const answer = await keepShared(posted({ text: 'Two' }))
  expect(answer.headers.get('location')).toBe('/share?failed=waiting')
})

test('an item has 512 MB at most, as told before and as counted after', async () => {
  const told = (bytes: number) => {
    const request = posted({ text: 'Two' })
    request.headers.set('content-length', String(bytes))
    return request
  }
  expect(await failureOf(told(BYTES_MAX + 1))).toBe('size')
  const counted = (bytes: number) => {
    const file = Object.defineProperty(new File(['x'], 'a.mp4'), 'size', { value: bytes })
    const form = new FormData()
    vi.spyOn(form, 'getAll').mockReturnValue([file])
    form.set('text', 'Two')
    return Object.assign(posted({}), { formData: async () => form })
  }
  expect(await failureOf(counted(BYTES_MAX - 2))).toBe('size')
  await keepShared(told(BYTES_MAX))
  await keepShared(counted(BYTES_MAX - 3))
  expect(store.keep).toHaveBeenCalledTimes(2)
})

test('an item has 50 files at most, and none is dropped silently', async () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => new File(['x'], `${index}.jpg`))
  expect(await failureOf(posted({}, files(51)))).toBe('files')
  await keepShared(posted({}, files(50)))
  expect(store.keep.mock.calls[0]?.[0].files).toHaveLength(50)
})

/** Why it is not kept, of something that is never stored. */
async function failureOf(request: Request): Promise<string | null> {
  const { headers } = await keepShared(request)
  expect(store.keep).not.toHaveBeenCalled()
  return new URL(headers.get('location') ?? '', 'https://vesper.test').searchParams.get('failed')
}

function posted(fields: Record<string, string>, files: File[] = []): Request {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const file of files) body.append('files', file)
  return new Request('https://vesper.test/share', { method: 'POST', body })
}
