import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'

/** A kind of file that is put again into posts, galleries, videos and messages. */
export type LibraryKind = Exclude<LibraryFile['type'], 'other'>
