/** Bytes of one part of an upload, at most. */
export const PART_MAX_BYTES = 1024 * 1024
