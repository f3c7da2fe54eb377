import { migrateArguments } from '@vesper/sync/vesper/mutations/argument-migrations.ts'
import { mutations } from '@vesper/sync/vesper/mutations/registry.ts'
import type { ArgsOf, MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import type { SyncRequest, WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import { spaceOfConversation, spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import * as v from 'valibot'
import { updateProfile } from '../../domains/accounts/commands.ts'
import { clearCart, setCartLine } from '../../domains/cart/commands.ts'
import { openConversation, readAll } from '../../domains/conversations/commands.ts'
import type { Tx } from '../database/transaction.ts'
import { setFollow } from '../../domains/follows/commands.ts'
import { discardDraft, saveDraft } from '../../domains/drafts/commands.ts'
import { publishDraft } from '../../domains/drafts/publish-draft.ts'
import { deleteMessage, sendMessage } from '../../domains/messages/commands.ts'
import { publishPost, removePost, updatePost } from '../../domains/posts/commands.ts'
import { updatePreferences } from '../../domains/preferences/commands.ts'
import { setReaction } from '../../domains/reactions/commands.ts'
import type { LimitedKind } from './push/mutation-limits.ts'

type Command<Args> = {
  run: (tx: Tx, args: Args) => Promise<unknown>
  /** Where the author sees its effect: patched first, so that an outcome never travels without it. */
  spaces: (args: Args, account: string) => string[]
  /** The row that it makes, where a space begins with a window: it goes into the answer though newer ones fill that. */
  row?: (args: Args) => string
  /** The account's limit that it counts against, beside the one of all mutations together. */
  limit?: LimitedKind
}

/** For a rule that has no words of its own for people. */
const NOT_UNDERSTOOD = 'This was not understood by the server, and was not applied.'

const TOO_OLD = 'This comes from a version of the app that is too old, and was not applied. Please do it once more.'

/** The server half of each mutation: the very commands that REST calls. */
const commands: { [Name in MutationName]: Command<ArgsOf<Name>> } = {
  'message.send': { run: sendMessage, spaces: inConversation, row: ({ _id }) => _id, limit: 'send' },
  'message.delete': { run: deleteMessage, spaces: inConversation },
  'conversation.open': {
    run: (tx, { conversationId, recipient }) => openConversation(tx, { conversationId, recipientId: recipient._id }),
    spaces: inConversation,
    limit: 'open',
  },
  'conversation.read-all': { run: readAll, spaces: inConversation },
  'draft.save': { run: saveDraft, spaces: ownSpace, limit: 'draft' },
  'draft.discard': { run: discardDraft, spaces: ownSpace },
  'draft.publish': {
    run: publishDraft,
    spaces: (args, account) => [...ownSpace(args, account), ...ownFeed(args, account)],
    row: ({ _id }) => _id,
    limit: 'publish',
  },
  'profile.update': { run: updateProfile, spaces: ownSpace, limit: 'profile' },
  'preferences.update': { run: updatePreferences, spaces: ownSpace },
  'follow.set': {
    run: setFollow,
    spaces: ({ performerId }, account) => [spaceOfUser(account), spaceOfPerformer(performerId.toLowerCase())],
    limit: 'follow',
  },
  'reaction.set': { run: setReaction, spaces: ownSpace, limit: 'reaction' },
  'cart.set': { run: setCartLine, spaces: ownSpace },
  'cart.clear': { run: clearCart, spaces: ownSpace },
  'post.publish': { run: publishPost, spaces: ownFeed, row: ({ _id }) => _id, limit: 'publish' },
  'post.update': { run: updatePost, spaces: ownFeed },
  'post.remove': { run: removePost, spaces: ownFeed },
}

/** A mutation whose arguments are valid, ready to be run. */
export type Prepared = {
  run: (tx: Tx) => Promise<unknown>
  spaces: string[]
  row: string | undefined
  limit: LimitedKind | undefined
}

/**
 * Checks a mutation's name and arguments as they came over the wire, from an app of this `schema` or an older one; a text
 * for the user says what is wrong.
 */
export function prepare(
  { name, args }: Pick<WireMutation, 'name' | 'args'>,
  { account, schema }: Pick<SyncRequest, 'account' | 'schema'>,
): Prepared | { invalid: string } {
  const reading = migrateArguments({ name, args, schema })
  if (!reading) return { invalid: TOO_OLD }
  if ('refused' in reading) return { invalid: reading.refused }
  return isMutation(name)
    ? prepareKnown(name, reading.args, account)
    : { invalid: 'This app is newer than the server and asked for something that it does not know.' }
}

function prepareKnown<Name extends MutationName>(
  name: Name,
  args: unknown,
  account: string,
): Prepared | { invalid: string } {
  const schema = mutations[name].args as unknown as v.GenericSchema<unknown, ArgsOf<Name>>
  const checked = v.safeParse(schema, args, { message: NOT_UNDERSTOOD })
  if (!checked.success) return { invalid: checked.issues[0].message }
  const command: Command<ArgsOf<Name>> = commands[name]
  return {
    run: (tx) => command.run(tx, checked.output),
    spaces: command.spaces(checked.output, account),
    row: command.row?.(checked.output).toLowerCase(),
    limit: command.limit,
  }
}

function isMutation(name: string): name is MutationName {
  return Object.hasOwn(commands, name)
}

function ownSpace(_args: unknown, account: string): string[] {
  return [spaceOfUser(account)]
}

function ownFeed(_args: unknown, account: string): string[] {
  return [spaceOfPerformer(account)]
}

function inConversation({ conversationId }: { conversationId: string }): string[] {
  return [spaceOfConversation(conversationId)]
}
