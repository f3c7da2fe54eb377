// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import {
  accountKey,
  LEAVING_KEY,
  readStoredValue,
  readStoredJson,
  removeAccountKeys,
  store,
  storedKeys,
} from './stored-values.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('removes every value of one account, of whatever kind, and no other value', () => {
  store(accountKey('form', 'ann', 'profile'), '{}')
  store(accountKey('unsent', 'ann'), '2')
  store(accountKey('a-new-kind', 'ann', 'of:colons'), '1')
  const others = [accountKey('form', 'anna', 'profile'), accountKey('unsent', 'bob'), 'vesper-theme', 'ann', 'x:ann']
  for (const key of others) store(key, 'stays')
  removeAccountKeys('ann')
  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
})

test('stores nothing of an account that is being removed, in whatever tab', () => {
  localStorage.setItem(LEAVING_KEY, 'ann')
  expect(store(accountKey('kept', 'ann', '/home'), '{}')).toBe(false)
  expect(store(accountKey('unsent', 'ann'), '1')).toBe(false)
  expect(store(accountKey('unsent', 'bob'), '1')).toBe(true)
  expect(store('vesper-theme', 'dark')).toBe(true)
  expect(storedKeys('vesper-').toSorted()).toEqual([LEAVING_KEY, 'vesper-theme', 'vesper-unsent:bob'])
})

test('a value that is no JSON is read as none', () => {
  store('vesper-broken', '{')
  expect(readStoredJson('vesper-broken')).toBeNull()
})

test('a browser that refuses its storage has no values and takes none', () => {
  vi.stubGlobal('localStorage', {
    getItem: refuse,
    setItem: refuse,
  })
  expect([readStoredValue('a'), readStoredJson('a'), store('a', '1'), storedKeys('b')]).toEqual([
    undefined,
    null,
    false,
    [],
  ])
})

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
