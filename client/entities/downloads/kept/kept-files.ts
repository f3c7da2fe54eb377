import { describe, openKept, storeWhole } from './kept-copies.ts'
import type { KeepingWatch } from './kept-copies.ts'

/** Files of one product. `/kept-files/<product>` is their entry. */
export type KeptFiles = {
  productId: string
  title: string
  files: KeptFile[]
}

/** `size` in bytes. */
type KeptFile = { fileId: string; name: string; size: number }

/** Files to be kept: `url` is the address of a whole file. */
export type FilesToKeep = { productId: string; title: string; files: readonly (KeptFile & { url: string })[] }

/** Fetches the files of a product. Rejects, and keeps none, when the connection breaks off or the device is full. */
export async function keepFiles(
  account: string,
  { productId, title, files }: FilesToKeep,
  { signal, onBytes }: KeepingWatch,
): Promise<void> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const stored: KeptFile[] = []
  let before = 0
  try {
    for (const { fileId, name, url } of files) {
      const onPart = (received: number) => onBytes(before + received, total)
      const size = await storeWhole(account, { url, path: pathOf(fileId) }, { signal, onBytes: onPart })
      before += size
      stored.push({ fileId, name, size })
    }
  } catch (error) {
    const cache = await openKept(account)
    for (const { fileId } of stored) await cache?.delete(pathOf(fileId))
    throw error
  }
  await describe(account, ENTRIES + productId, { productId, title, files: stored } satisfies KeptFiles)
}

/** The products whose files the account keeps on this device and may still have. */
export async function listKeptFiles(account: string): Promise<KeptFiles[]> {
  const cache = await openKept(account)
  if (!cache) return []
  const entries = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(ENTRIES))
  const read = await Promise.all(entries.map(async (entry) => (await cache.match(entry))?.json() as Promise<KeptFiles>))
  const held = await Promise.all(read.map(({ files }) => holds(cache, files)))
  return read.filter((_, index) => held[index])
}

/** The bytes of a kept file; null where they are not there any more. */
export async function readKeptFile(account: string, fileId: string): Promise<Blob | null> {
  const stored = await (await openKept(account))?.match(pathOf(fileId))
  return stored ? stored.blob() : null
}

export async function removeKeptFiles(account: string, productId: string): Promise<void> {
  const cache = await openKept(account)
  const kept = (await (await cache?.match(ENTRIES + productId))?.json()) as KeptFiles | undefined
  for (const { fileId } of kept?.files ?? []) await cache?.delete(pathOf(fileId))
  await cache?.delete(ENTRIES + productId)
}

const ENTRIES = '/kept-files/'

/** The path by which the device asks whether the account may still have it. */
function pathOf(fileId: string): string {
  return `/media/${fileId}/original`
}

async function holds(cache: Cache, files: readonly KeptFile[]): Promise<boolean> {
  const found = await Promise.all(files.map(({ fileId }) => cache.match(pathOf(fileId))))
  return found.every(Boolean)
}
