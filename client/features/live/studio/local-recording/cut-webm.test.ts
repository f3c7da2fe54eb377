import { expect, test } from 'vitest'
import { cutWebm, findClusters, joinBytes } from './cut-webm.ts'

const init = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x1f, 0x43])
const unknownSize = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]

/** A cluster with some bytes of media, which hold the id of a cluster by chance. */
function cluster(atMs: number, size = unknownSize): Uint8Array {
  const timecode = [0xe7, 0x82, atMs >> 8, atMs & 0xff]
  return new Uint8Array([0x1f, 0x43, 0xb6, 0x75, ...size, ...timecode, 0x1f, 0x43, 0xb6, 0x75, 9, 9])
}

test('finds clusters of known and of unknown size, and no others', () => {
  const bytes = joinBytes([init, cluster(0), cluster(1_000, [0x88]), cluster(2_345)])
  expect(findClusters(bytes).map(({ atMs }) => atMs)).toEqual([0, 1_000, 2_345])
  expect(findClusters(bytes)[0]?.offset).toBe(init.length)
  // The last one has come in part.
  expect(findClusters(bytes.subarray(0, -9)).map(({ atMs }) => atMs)).toEqual([0, 1_000])
  expect(findClusters(init)).toEqual([])
})

test('cuts a time out with whole clusters, so that it plays by itself', () => {
  const times = [5_000, 6_000, 7_000, 8_000]
  // The chunks begin in the middle of a cluster.
  const bytes = joinBytes([new Uint8Array([1, 2, 3]), ...times.map((atMs) => cluster(atMs))])
  const cut = cutWebm({ init, bytes, lastMs: 8_900 }, { fromMs: 6_400, toMs: 7_200 })
  expect(cut).toMatchObject({ beginMs: 6_000, endMs: 8_000 })
  expect(cut?.bytes).toEqual(joinBytes([init, cluster(6_000), cluster(7_000)]))
})

test('a run that begins or ends within the time is taken as far as it goes', () => {
  const bytes = joinBytes([cluster(5_000), cluster(6_000)])
  const whole = { init, bytes, lastMs: 6_700 }
  expect(cutWebm(whole, { fromMs: 1_000, toMs: 20_000 })).toMatchObject({ beginMs: 5_000, endMs: 6_700 })
  expect(cutWebm(whole, { fromMs: 1_000, toMs: 5_000 })).toBeNull()
  expect(cutWebm(whole, { fromMs: 6_700, toMs: 9_000 })).toBeNull()
  expect(cutWebm({ ...whole, bytes: new Uint8Array(9) }, { fromMs: 0, toMs: 9_000 })).toBeNull()
})
