import * as v from 'valibot'
import type { AnyMutation, Model } from '../engine/model.ts'
import { sharedMutations } from './mutations/shared.ts'
import type { VesperModel } from './vesper-model.ts'
import { vesperStorage } from './vesper-storage.ts'

/**
 * Vesper without what creators alone do: a fan queues none of it, and need not load it. To the types it is the whole, so
 * that screens are written against one model.
 */
export const fanModel = {
  ...vesperStorage,
  mutations: sharedMutations,
  files: filesNamedIn(sharedMutations),
} as unknown as VesperModel

/** Reads the files that a mutation waits for, where this device has them. Arguments of another schema name none. */
export function filesNamedIn(mutations: Readonly<Record<string, AnyMutation>>): Model['files'] {
  return (name, args) => {
    const mutation = Object.hasOwn(mutations, name) ? mutations[name] : undefined
    return mutation?.files && v.is(mutation.args, args) ? mutation.files(args as never) : []
  }
}
