import { DownloadLinks } from '@vesper/sync/vesper/api/assets.ts'
import { callApi } from '../../core/api/api.ts'
import { saveFile } from '../../core/media/download-blob.ts'
import { readKeptFile } from './kept/kept-files.ts'
import type { KeptFiles } from './kept/kept-files.ts'

/** A link that holds for less is asked for again. Clocks of devices differ. */
const MARGIN_MS = 60_000

/** Links to the files of a product that the account owns or sells. Each call counts among those of a day. */
export function askForLinks(productId: string): Promise<DownloadLinks> {
  return callApi({ path: `/performer-assets/products/${productId}/download-link`, answer: DownloadLinks })
}

/** Saves the files of a product: one archive where there are several. The browser shows how far it is. */
export async function downloadFiles(productId: string): Promise<void> {
  const { files, archive } = await askForLinks(productId)
  const url = archive?.url ?? files[0]?.url
  // The server answers with an attachment: the page stays.
  if (url) location.assign(url)
}

/** Saves one file by a link of these. Answers the links, asked for again where they no longer hold. */
export async function downloadOne(
  productId: string,
  { links, fileId }: { links: DownloadLinks; fileId: string },
): Promise<DownloadLinks> {
  const ends = Math.min(...links.files.map(({ expiresAt }) => Date.parse(expiresAt)))
  const fresh = ends - MARGIN_MS > Date.now() ? links : await askForLinks(productId)
  const url = fresh.files.find(({ _id }) => _id === fileId)?.url
  if (url) location.assign(url)
  return fresh
}

/** Saves the files of several products as one archive. */
export async function downloadTogether(productIds: readonly string[]): Promise<void> {
  const [only, ...others] = productIds
  if (only === undefined || others.length === 0) return only === undefined ? undefined : downloadFiles(only)
  const path = '/performer-assets/products/archive-link'
  const { archive } = await callApi({ path, query: { ids: productIds.join() }, answer: DownloadLinks })
  if (archive) location.assign(archive.url)
}

/** Saves the files that are kept on this device; false where one of them is not there any more. */
export async function saveKept(account: string, { files }: KeptFiles): Promise<boolean> {
  const held = await Promise.all(files.map(({ fileId }) => readKeptFile(account, fileId)))
  if (held.some((bytes) => bytes === null)) return false
  for (const [index, { name }] of files.entries()) {
    const bytes = held[index]
    if (bytes) saveFile(bytes, name)
  }
  return true
}

/** Saves one file that is kept on this device; false where it is not there any more. */
export function saveOneKept(account: string, kept: KeptFiles, fileId: string): Promise<boolean> {
  return saveKept(account, { ...kept, files: kept.files.filter((file) => file.fileId === fileId) })
}
