import type { SyncRequest, WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import { migrateArguments } from '@vesper/sync/vesper/mutations/argument-migrations.ts'
import { mutations } from '@vesper/sync/vesper/mutations/registry.ts'
import type { ArgsOf, MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import { spaceOfConversation, spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import * as v from 'valibot'
import type { Tx } from '../database/transaction.ts'
import type { MutationLimit } from './push/mutation-limits.ts'

/** The server half of a mutation: the command that REST calls too. */
export type MutationHandler<Args> = {
  run(tx: Tx, args: Args): Promise<unknown>
  /** Where the author sees its effect: patched first, so that an outcome never travels without it. */
  spaces(args: Args, account: string): string[]
  /** The row that it makes, where a space begins with a window: the answer holds it though newer ones fill that. */
  row?(args: Args): string
  /** The account's limit that it counts against, beside the one of all mutations together. */
  limit?: MutationLimit
}

/** A handler for each mutation of the product. */
export type MutationHandlers = { readonly [Name in MutationName]: MutationHandler<ArgsOf<Name>> }

/** For a rule that has no words of its own for people. */
const NOT_UNDERSTOOD = 'This was not understood by the server, and was not applied.'

const TOO_OLD = 'This comes from a version of the app that is too old, and was not applied. Please do it once more.'

/** A mutation whose arguments are valid, ready to be run. */
export type Prepared = {
  run: (tx: Tx) => Promise<unknown>
  spaces: string[]
  row: string | undefined
  limit: MutationLimit | undefined
}

/**
 * Checks a mutation's name and arguments as they came over the wire, from an app of this `schema` or an older one; a text
 * for the user says what is wrong.
 */
export function prepare(
  handlers: MutationHandlers,
  { name, args }: Pick<WireMutation, 'name' | 'args'>,
  { account, schema }: Pick<SyncRequest, 'account' | 'schema'>,
): Prepared | { invalid: string } {
  const reading = migrateArguments({ name, args, schema })
  if (!reading) return { invalid: TOO_OLD }
  if ('refused' in reading) return { invalid: reading.refused }
  return isMutation(name)
    ? prepareKnown(name, handlers[name], { args: reading.args, account })
    : { invalid: 'This app is newer than the server and asked for something that it does not know.' }
}

function prepareKnown<Name extends MutationName>(
  name: Name,
  handler: MutationHandler<ArgsOf<Name>>,
  { args, account }: { args: unknown; account: string },
): Prepared | { invalid: string } {
  const schema = mutations[name].args as unknown as v.GenericSchema<unknown, ArgsOf<Name>>
  const checked = v.safeParse(schema, args, { message: NOT_UNDERSTOOD })
  if (!checked.success) return { invalid: checked.issues[0].message }
  return {
    run: (tx) => handler.run(tx, checked.output),
    spaces: handler.spaces(checked.output, account),
    row: handler.row?.(checked.output).toLowerCase(),
    limit: handler.limit,
  }
}

function isMutation(name: string): name is MutationName {
  return Object.hasOwn(mutations, name)
}

/** The author's own space. */
export function ownSpace(_args: unknown, account: string): string[] {
  return [spaceOfUser(account)]
}

/** The author's channel. */
export function ownFeed(_args: unknown, account: string): string[] {
  return [spaceOfPerformer(account)]
}

/** The conversation that the arguments name. */
export function inConversation({ conversationId }: { conversationId: string }): string[] {
  return [spaceOfConversation(conversationId)]
}
