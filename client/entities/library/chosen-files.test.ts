// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { removeAccountKeys, storedKeys } from '../../core/storage/stored-values.ts'
import { fileRecord } from '../../testing/file-record.ts'

const who = vi.hoisted(() => ({ account: 'me' as string | undefined }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => (who.account === undefined ? null : { _id: who.account }) as never,
}))

beforeEach(() => {
  localStorage.clear()
  who.account = 'me'
})

/** The module of a page that was loaded anew. */
async function reloaded() {
  vi.resetModules()
  return import('./chosen-files.ts')
}

const photo = (_id: string) => fileRecord({ _id: idOf(_id), type: 'photo', thumbnailUrl: `/thumb/${_id}` })
const idOf = (n: string) => `00000000-0000-4000-8000-${n.padStart(12, '0')}`

test('a chosen file is known after a reload, without the copies of a video, which no preview shows', async () => {
  const variants = [{ name: '360p' as const, url: '/small', width: 1, height: 1, size: 1 }]
  ;(await reloaded()).rememberChosen([{ ...photo('1'), variants }])
  const { chosenFile } = await reloaded()
  expect(chosenFile(idOf('1'))).toEqual(photo('1'))
  expect(chosenFile(idOf('2'))).toBeUndefined()
})

test('files that one account has chosen are not another’s, nor a visitor’s, and leave the device with it', async () => {
  const { rememberChosen, chosenFile } = await reloaded()
  rememberChosen([photo('1')])
  for (const account of ['you', undefined]) {
    who.account = account
    expect(chosenFile(idOf('1'))).toBeUndefined()
  }
  rememberChosen([photo('2')])
  removeAccountKeys('me')
  expect(storedKeys('vesper-chosen')).toEqual([])
  who.account = 'me'
  expect((await reloaded()).chosenFile(idOf('1'))).toBeUndefined()
})

test('200 files are remembered, and with one more the oldest is forgotten', async () => {
  const { CHOSEN_MAX, rememberChosen } = await reloaded()
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  rememberChosen([photo('1')])
  vi.setSystemTime(2_000)
  rememberChosen(Array.from({ length: CHOSEN_MAX - 1 }, (_, index) => photo(String(index + 2))))
  expect((await reloaded()).chosenFile(idOf('1'))).toBeDefined()
  rememberChosen([photo('1000')])
  vi.useRealTimers()
  const { chosenFile } = await reloaded()
  expect([idOf('1'), idOf('2'), idOf('1000')].map((id) => chosenFile(id) !== undefined)).toEqual([false, true, true])
  expect(storedKeys('vesper-chosen')).toHaveLength(CHOSEN_MAX)
})

test('a record of another shape is as none', async () => {
  localStorage.setItem(`vesper-chosen:me:${idOf('1')}`, '{"at":1,"file":{"_id":"x"}}')
  expect((await reloaded()).chosenFile(idOf('1'))).toBeUndefined()
})

test('a device without room remembers it as long as the page', async () => {
  const { rememberChosen, chosenFile } = await reloaded()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  rememberChosen([photo('1')])
  full.mockRestore()
  expect(chosenFile(idOf('1'))).toEqual(photo('1'))
})
