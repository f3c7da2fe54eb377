import { expect, test } from 'vitest'
import { bytes } from './format-bytes.ts'

test('bytes in the unit that people would choose', () => {
  expect(bytes(0, 'en')).toBe('0 byte')
  expect(bytes(1_400_000, 'en')).toBe('1.4 MB')
  expect(bytes(999, 'en')).toBe('999 byte')
  expect(bytes(250_000_000_000, 'en')).toBe('250 GB')
})
