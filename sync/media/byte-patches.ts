import { unreadableVideo } from './video-refusals.ts'

/** Bytes to write over those of a file, in place: the given ones, or zeros. The file keeps its length. */
export type BytePatch = { offset: number; bytes: Uint8Array<ArrayBuffer> } | { offset: number; zeros: number }

/** Reads up to `length` bytes of a file at `offset`; fewer at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>

/** A real recording needs far fewer; a file of tiny boxes would fill the memory with patches. */
const PATCHES_MAX = 100_000

/** Adds to a plan. Refuses a plan longer than any real recording needs as `unsupported`. */
export function addPatches(plan: BytePatch[], added: readonly BytePatch[]): void {
  if (plan.length + added.length > PATCHES_MAX) throw unreadableVideo()
  for (const patch of added) plan.push(patch)
}
