import * as v from 'valibot'
import { AddCommentArgs } from './mutations/comments.ts'
import { SendArgs } from './mutations/messages.ts'
import { sharedMutations } from './mutations/shared.ts'
import type { VesperModel } from './vesper-model.ts'
import { vesperStorage } from './vesper-storage.ts'

/**
 * Vesper without what creators alone do: a fan queues none of it, and need not load it. To the types it is the whole, so
 * that screens are written against one model.
 */
export const fanModel = { ...vesperStorage, mutations: sharedMutations, files: filesOfFan } as unknown as VesperModel

/** The files that a mutation waits for, where this device has them. The photo of a comment has the id of its comment. */
export function filesOfFan(name: string, args: unknown): readonly string[] {
  if (name === 'comment.add' && v.is(AddCommentArgs, args)) return [args._id]
  return name === 'message.send' && v.is(SendArgs, args) ? args.fileIds : []
}
