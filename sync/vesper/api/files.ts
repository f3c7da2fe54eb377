import * as v from 'valibot'
import { uuid } from './fields.ts'

/** Files that one call asks about. */
export const FILES_ASKED_MAX = 100

/** `POST /files/viewable`: the files that a device keeps copies of. */
export const FilesKept = v.object({
  ids: v.pipe(v.array(uuid), v.maxLength(FILES_ASKED_MAX, 'Ask about at most 100 files at once.')),
})

/** Those of them that the caller may see now. */
export const FilesViewable = v.object({ ids: v.array(uuid) })
