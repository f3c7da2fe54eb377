import type { Model } from '../engine/model.ts'
import { filesNamedIn } from './fan-model.ts'
import { mutations } from './mutations/registry.ts'
import { vesperStorage } from './vesper-storage.ts'

/** Vesper, as far as the engine is concerned. */
export const vesperModel = { ...vesperStorage, mutations, files: filesNamedIn(mutations) } satisfies Model

export type VesperModel = typeof vesperModel
