import { useLingui } from '@lingui/react/macro'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'

/** The name of a file's kind: the server keeps no names of files. */
export function useKindName(type: LibraryFile['type']): string {
  const { t } = useLingui()
  switch (type) {
    case 'photo':
      return t`Photo`
    case 'video':
      return t`Video`
    case 'audio':
      return t`Sound`
    case 'other':
      return t`File`
  }
}
