import { expect, test } from 'vitest'
import { createLocalLimits, SHARED_ADDRESS } from './rate-limits.ts'

const ip = '192.0.2.1'

/** How many of `calls` pass. */
async function passing(check: ReturnType<typeof createLocalLimits>, calls: number, accountId: string | null) {
  let passed = 0
  for (let call = 0; call < calls; call += 1) {
    await check({ ip, accountId }).then(
      () => (passed += 1),
      () => {},
    )
  }
  return passed
}

test('a limit by account counts each account of a shared address by itself', async () => {
  const check = createLocalLimits([{ points: 3, seconds: 60, by: 'account' }])
  for (const account of ['a', 'b', 'c']) expect(await passing(check, 5, account)).toBe(3)
})

test('callers without an account share the larger limit of their address', async () => {
  const check = createLocalLimits([{ points: 3, seconds: 60, by: 'account' }])
  expect(await passing(check, 100, null)).toBe(3 * SHARED_ADDRESS)
  expect(await passing(check, 5, 'a')).toBe(3)
})

test('a strict limit counts the address, whichever accounts call from it', async () => {
  const check = createLocalLimits([{ points: 3, seconds: 60, by: 'ip' }])
  expect([await passing(check, 2, 'a'), await passing(check, 2, 'b'), await passing(check, 2, null)]).toEqual([2, 1, 0])
})
