import { expect, test } from 'vitest'
import { tablesScanned } from './plans.ts'

test('work without a statement that reads is refused, since no table would be scanned', async () => {
  await expect(tablesScanned('', () => Promise.resolve())).rejects.toThrow('No statement that reads was captured.')
})
