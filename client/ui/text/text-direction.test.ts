import { expect, test } from 'vitest'
import { textDirection } from './text-direction.ts'

test.each([
  ['', undefined],
  ['hello مرحبا', 'ltr'],
  ['مرحبا hello', 'rtl'],
  ['12! «שלום', 'rtl'],
  ['👍 你好', 'ltr'],
  ['\n\n - ܫܠܡܐ', 'rtl'],
  ['123', 'ltr'],
])('%j', (text, direction) => {
  expect(textDirection(text)).toBe(direction)
})
