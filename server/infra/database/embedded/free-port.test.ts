import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range'

test.runIf(existsSync(RANGE))('no outgoing connection takes a port between its choice and its use', async () => {
  const first = Number(readFileSync(RANGE, 'utf8').split('\t')[0])
  for (let n = 0; n < 50; n += 1) expect(await freePort()).toBeLessThan(first)
})

test('callers that choose at the same time choose different ports', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(new Set(ports).size).toBeGreaterThan(18)
})
