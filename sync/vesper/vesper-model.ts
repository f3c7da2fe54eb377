import * as v from 'valibot'
import type { Model } from '../engine/model.ts'
import { filesOfFan } from './fan-model.ts'
import { AddPhotoArgs, filesOfSave, SaveAssetArgs } from './mutations/assets.ts'
import { filesNamedBy, SaveDraftArgs } from './mutations/drafts.ts'
import { PublishArgs, UpdateArgs } from './mutations/posts.ts'
import { mutations } from './mutations/registry.ts'
import { vesperStorage } from './vesper-storage.ts'

/** Vesper, as far as the engine is concerned. */
export const vesperModel = { ...vesperStorage, mutations, files: filesOf } satisfies Model

function filesOf(name: string, args: unknown): readonly string[] {
  if (name === 'post.publish' && v.is(PublishArgs, args)) return filesNamedBy(args)
  if (name === 'draft.save' && v.is(SaveDraftArgs, args)) return filesNamedBy(args.changes)
  if (name === 'post.update' && v.is(UpdateArgs, args)) return filesNamedBy(args.changes)
  if (name === 'asset.save' && v.is(SaveAssetArgs, args)) return filesOfSave(args)
  if (name === 'photo.add' && v.is(AddPhotoArgs, args)) return [args.fileId]
  return filesOfFan(name, args)
}

export type VesperModel = typeof vesperModel
