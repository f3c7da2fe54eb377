import type { InferOutput } from 'valibot'
import { addPhoto, removeAsset, saveAsset } from './assets.ts'
import { setBlock } from './blocks.ts'
import { discardBroadcast, saveBroadcast } from './broadcasts.ts'
import { discardDraft, publishDraft, saveDraft } from './drafts.ts'
import { addToFanList, removeFanList, saveFanList, takeFromFanList } from './fan-lists.ts'
import { saveFanNote } from './fan-notes.ts'
import { noteOrder, processOrder, shipOrder } from './orders.ts'
import { endPause, planPause } from './pauses.ts'
import { updatePerformer } from './performer.ts'
import { publishPost, removePost, updatePost } from './posts.ts'
import { sharedMutations } from './shared.ts'

/** Every mutation of the product, by the name under which it travels. */
export const mutations = {
  ...sharedMutations,
  'post.publish': publishPost,
  'post.update': updatePost,
  'post.remove': removePost,
  'draft.save': saveDraft,
  'draft.discard': discardDraft,
  'draft.publish': publishDraft,
  'asset.save': saveAsset,
  'asset.remove': removeAsset,
  'photo.add': addPhoto,
  'order.process': processOrder,
  'order.ship': shipOrder,
  'order.note': noteOrder,
  'performer.update': updatePerformer,
  'block.set': setBlock,
  'fan-list.save': saveFanList,
  'fan-list.remove': removeFanList,
  'fan-list.add': addToFanList,
  'fan-list.take': takeFromFanList,
  'fan-note.save': saveFanNote,
  'broadcast.save': saveBroadcast,
  'broadcast.discard': discardBroadcast,
  'pause.plan': planPause,
  'pause.end': endPause,
} as const

export type MutationName = keyof typeof mutations
export type ArgsOf<Name extends MutationName> = InferOutput<(typeof mutations)[Name]['args']>
