import type { AssetCover } from '@vesper/sync/vesper/records/asset.ts'
import type { FileRecord, Unready } from '@vesper/sync/vesper/records/file.ts'
import { useAskAgain } from '../../core/api/use-ask-again.ts'

const PAUSE_MS = 5_000

/** The parts of a post or an asset that tell if the server still prepares something of it. */
type Shown = {
  unready?: Unready | undefined
  cover?: Partial<AssetCover> | null
  file?: Pick<FileRecord, 'status'> | null
  files?: readonly Pick<FileRecord, 'status'>[]
  thumbnail?: Pick<FileRecord, 'status'> | null
  teaser?: Pick<FileRecord, 'status'> | null
}

/** Reads things over REST again while the server prepares a file of one, so that they appear by themselves. */
export function useReadUntilPrepared(shown: readonly Shown[], read: () => Promise<unknown>): void {
  useAskAgain(shown.some(isInPreparation), read, PAUSE_MS)
}

function isInPreparation({ unready, cover, files = [], ...single }: Shown): boolean {
  if (unready === 'processing' || cover?.isProcessing === true) return true
  return [...files, single.file, single.thumbnail, single.teaser].some((file) => file?.status === 'processing')
}
