import type { AssetCover } from '@vesper/sync/vesper/records/asset.ts'
import type { FileRecord, Unready } from '@vesper/sync/vesper/records/file.ts'
import { useAskAgain } from '../../core/api/use-ask-again.ts'

const PAUSE_MS = 5_000

/** The parts of a thing that tell if the server still prepares something of it. */
export type Preparable = {
  unready?: Unready | undefined
  /** The cover of a creator is an address. */
  cover?: Partial<AssetCover> | string | null
  file?: Pick<FileRecord, 'status'> | null
  files?: readonly Pick<FileRecord, 'status'>[]
  thumbnail?: Pick<FileRecord, 'status'> | null
  teaser?: Pick<FileRecord, 'status'> | null
}

/** Reads things over REST again while the server prepares a file of one, so that they appear by themselves. */
export function useReadUntilPrepared(shown: readonly Preparable[], read: () => Promise<unknown>): void {
  useAskAgain(shown.some(isInPreparation), read, PAUSE_MS)
}

function isInPreparation({ unready, cover, files = [], ...single }: Preparable): boolean {
  if (unready === 'processing' || (typeof cover === 'object' && cover?.isProcessing)) return true
  return [...files, single.file, single.thumbnail, single.teaser].some((file) => file?.status === 'processing')
}
