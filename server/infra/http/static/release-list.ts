import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { candidates, deriveRing } from '../../crypto/key-ring.ts'
import type { KeyRing, RingKey } from '../../crypto/key-ring.ts'
import { isHashedAsset } from './static-files.ts'
import type { StaticFiles } from './static-files.ts'

/** The files of one release: the SHA-256 of each by its path in addresses. */
export type ReleaseFiles = Record<string, string>

/** A list as the bucket has it. `signature` is of `list`: the files and the time at which a server ran the release. */
type Signed = { key: string; signature: string; list: string }
type List = { ranAt: string; files: ReleaseFiles }

/** The files of a release that have a hash in their name, in the order of their paths. */
export function releaseFilesOf(files: StaticFiles): ReleaseFiles {
  const paths = [...files.keys()].filter(isHashedAsset).toSorted()
  return Object.fromEntries(paths.map((path) => [path, hashOf(files.get(path)?.bodies.identity ?? Buffer.alloc(0))]))
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/**
 * A list of scripts that servers with one of these keys will send. The time is signed too: an old list that is put back makes no
 * old script run again.
 */
export function signReleaseList(ring: KeyRing, files: ReleaseFiles, now: Date): Buffer<ArrayBuffer> {
  const [key] = keysOf(ring)
  const list = JSON.stringify({ ranAt: now.toISOString(), files } satisfies List)
  return Buffer.from(JSON.stringify({ key: key.id, signature: sign(key, list), list } satisfies Signed))
}

/** The files of a list that one of these keys has signed for a release that ran after `since`; null for any other bytes. */
export function readReleaseList(ring: KeyRing, bytes: Buffer, since: Date): ReleaseFiles | null {
  const { key: id, signature, list } = signedOf(bytes) ?? {}
  if (id === undefined || signature === undefined || list === undefined) return null
  const given = Buffer.from(signature)
  const isOf = (key: RingKey): boolean => {
    const expected = Buffer.from(sign(key, list))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  if (!candidates(keysOf(ring), id).some(isOf)) return null
  const { ranAt, files } = JSON.parse(list) as List
  return new Date(ranAt) > since ? files : null
}

/** The paths of a list, signed or not: none of their files is removed meanwhile. */
export function pathsOfReleaseList(bytes: Buffer): string[] {
  try {
    const { files } = JSON.parse(signedOf(bytes)?.list ?? '') as Partial<List>
    return Object.keys(files ?? {})
  } catch {
    return []
  }
}

function signedOf(bytes: Buffer): Signed | null {
  try {
    const { key, signature, list } = JSON.parse(bytes.toString()) as Partial<Record<keyof Signed, unknown>>
    const isSigned = typeof key === 'string' && typeof signature === 'string' && typeof list === 'string'
    return isSigned ? { key, signature, list } : null
  } catch {
    return null
  }
}

function sign({ secret }: RingKey, list: string): string {
  return createHmac('sha256', secret).update(list).digest('base64url')
}

/** Keys of their own: no token and no link passes for a list. */
function keysOf(ring: KeyRing): KeyRing {
  return deriveRing(ring, 'vesper files of releases')
}
