import * as v from 'valibot'
import { availabilityOf } from '../records/product.ts'
import { SCHEMA_VERSION } from './schema-version.ts'

/** The result for arguments: in the form of the next schema, or a reason, for users, why they mean nothing there. */
export type Reading = { args: unknown } | { refused: string }

/** How the arguments of each mutation of one schema are read by the next. */
type Step = Readonly<Record<string, (args: unknown) => Reading>>

const same = (args: unknown): Reading => ({ args })

/** A cart shows how well a product can be had, in the place of its stock. */
function withAvailability(args: unknown): Reading {
  const set = v.safeParse(StockedLine, args)
  if (!set.success) return { args }
  const { stock, ...product } = set.output.product
  const terms = { ...availabilityOf(stock), limitPerBuyer: null, shipsTo: [], shippingPrice: 0 }
  return { args: { ...set.output, product: { ...product, ...terms } } }
}

/** A product had one file. */
function withFileList(args: unknown): Reading {
  const save = v.safeParse(SaveOfOneFile, args)
  if (!save.success) return { args }
  const { base, changes } = save.output
  return { args: { ...save.output, base: listed(base), changes: listed(changes) } }
}

function listed({ fileId, ...fields }: v.InferOutput<typeof OneFile>): object {
  return fileId === undefined ? fields : { ...fields, fileIds: fileId === null ? [] : [fileId] }
}

const OneFile = v.looseObject({ fileId: v.optional(v.nullable(v.string())) })
const SaveOfOneFile = v.looseObject({ base: OneFile, changes: OneFile })

const StockedLine = v.looseObject({ product: v.looseObject({ stock: v.nullable(v.number()) }) })

/**
 * [VERSION-3] From each schema to the next, by the name that the mutation had there. A mutation may stay on a device
 * for as long as its owner is away: no step is ever removed.
 */
const steps: Readonly<Record<number, Step>> = {
  1: {
    'message.send': same,
    'message.delete': same,
    'conversation.open': same,
    'conversation.read-all': same,
    'profile.update': same,
  },
  // Schema 3 adds fields to posts and drafts that may be left out.
  2: {
    'message.send': same,
    'message.delete': same,
    'conversation.open': same,
    'conversation.read-all': same,
    'profile.update': same,
    'preferences.update': same,
    'follow.set': same,
    'reaction.set': same,
    'cart.set': same,
    'cart.clear': same,
    'post.publish': same,
    'post.update': same,
    'post.remove': same,
    'draft.save': same,
    'draft.discard': same,
    'draft.publish': same,
  },
  // Schema 4 adds mutations, and fields that may be left out.
  3: {
    'message.send': same,
    'message.delete': same,
    'conversation.open': same,
    'conversation.read-all': same,
    'profile.update': same,
    'preferences.update': same,
    'follow.set': same,
    'reaction.set': same,
    'vote.set': same,
    'cart.set': same,
    'cart.clear': same,
    'post.publish': same,
    'post.update': same,
    'post.remove': same,
    'draft.save': same,
    'draft.discard': same,
    'draft.publish': same,
    'asset.save': same,
    'asset.remove': same,
    'photo.add': same,
    'performer.update': same,
  },
  // Schema 5 adds mutations, and fields that may be left out.
  4: {
    'conversation.open': same,
    'message.send': same,
    'message.delete': same,
    'conversation.read-all': same,
    'profile.update': same,
    'follow.set': same,
    'post.publish': same,
    'post.update': same,
    'reaction.set': same,
    'vote.set': same,
    'post.remove': same,
    'cart.set': withAvailability,
    'cart.clear': same,
    'draft.save': same,
    'draft.publish': same,
    'draft.discard': same,
    'preferences.update': same,
    'performer.update': same,
    'asset.save': same,
    'photo.add': same,
    'asset.remove': same,
    'subscription.cancel': same,
    'subscription.resume': same,
    'address.save': same,
    'address.remove': same,
  },
  // Schema 6 adds fields of a profile that may be left out.
  5: {
    'conversation.open': same,
    'message.send': same,
    'message.delete': same,
    'conversation.read-all': same,
    'profile.update': same,
    'follow.set': same,
    'post.publish': same,
    'post.update': same,
    'reaction.set': same,
    'vote.set': same,
    'comment.add': same,
    'comment.edit': same,
    'comment.remove': same,
    'post.remove': same,
    'cart.set': same,
    'cart.clear': same,
    'draft.save': same,
    'draft.publish': same,
    'draft.discard': same,
    'preferences.update': same,
    'performer.update': same,
    'asset.save': same,
    'photo.add': same,
    'asset.remove': same,
    'subscription.cancel': same,
    'subscription.resume': same,
    'address.save': same,
    'address.remove': same,
    'notification.read-all': same,
    'order.process': same,
    'order.ship': same,
    'order.note': same,
    'order.received': same,
    'block.set': same,
  },
  // Schema 7 has a list of files in a product, in the place of one.
  6: {
    'conversation.open': same,
    'message.send': same,
    'message.delete': same,
    'conversation.read-all': same,
    'profile.update': same,
    'follow.set': same,
    'post.publish': same,
    'post.update': same,
    'reaction.set': same,
    'vote.set': same,
    'comment.add': same,
    'comment.edit': same,
    'comment.remove': same,
    'post.remove': same,
    'cart.set': same,
    'cart.clear': same,
    'draft.save': same,
    'draft.publish': same,
    'draft.discard': same,
    'preferences.update': same,
    'performer.update': same,
    'asset.save': withFileList,
    'photo.add': same,
    'asset.remove': same,
    'subscription.cancel': same,
    'subscription.resume': same,
    'address.save': same,
    'address.remove': same,
    'notification.read-all': same,
    'order.process': same,
    'order.ship': same,
    'order.note': same,
    'order.received': same,
    'block.set': same,
  },
  // Schema 8 adds mutations, and a field that may be left out.
  7: {
    'conversation.open': same,
    'message.send': same,
    'message.delete': same,
    'conversation.read-all': same,
    'profile.update': same,
    'follow.set': same,
    'post.publish': same,
    'post.update': same,
    'reaction.set': same,
    'vote.set': same,
    'comment.add': same,
    'comment.edit': same,
    'comment.remove': same,
    'post.remove': same,
    'cart.set': same,
    'cart.clear': same,
    'draft.save': same,
    'draft.publish': same,
    'draft.discard': same,
    'preferences.update': same,
    'performer.update': same,
    'asset.save': same,
    'photo.add': same,
    'asset.remove': same,
    'subscription.cancel': same,
    'subscription.resume': same,
    'address.save': same,
    'address.remove': same,
    'notification.read-all': same,
    'order.process': same,
    'order.ship': same,
    'order.note': same,
    'order.received': same,
    'block.set': same,
  },
  // Schema 9 adds mutations, and fields that may be left out.
  8: {
    'conversation.open': same,
    'message.send': same,
    'message.edit': same,
    'message.react': same,
    'message.delete': same,
    'conversation.read-all': same,
    'profile.update': same,
    'follow.set': same,
    'post.publish': same,
    'post.update': same,
    'reaction.set': same,
    'vote.set': same,
    'comment.add': same,
    'comment.edit': same,
    'comment.remove': same,
    'post.remove': same,
    'cart.set': same,
    'cart.clear': same,
    'draft.save': same,
    'draft.publish': same,
    'draft.discard': same,
    'preferences.update': same,
    'performer.update': same,
    'asset.save': same,
    'photo.add': same,
    'asset.remove': same,
    'subscription.cancel': same,
    'subscription.resume': same,
    'address.save': same,
    'address.remove': same,
    'notification.read-all': same,
    'order.process': same,
    'order.ship': same,
    'order.note': same,
    'order.received': same,
    'block.set': same,
  },
}

/**
 * Arguments as the present schema has them, whichever app queued them; null where that one had no such mutation, or is from
 * before the first. They are still to be validated.
 */
export function migrateArguments({
  name,
  args,
  schema,
}: {
  name: string
  args: unknown
  schema: number
}): Reading | null {
  let reading: Reading = { args }
  for (let version = schema; version < SCHEMA_VERSION && 'args' in reading; version += 1) {
    const step = steps[version] ?? {}
    const read = Object.hasOwn(step, name) ? step[name] : undefined
    if (!read) return null
    reading = read(reading.args)
  }
  return reading
}
