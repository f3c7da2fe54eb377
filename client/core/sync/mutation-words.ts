import type { UseNavigateResult } from '@tanstack/react-router'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { ArgsOf, MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import type { ReactNode } from 'react'
import type { Sync } from './sync-provider.tsx'

/**
 * One kind of mutation in the words of its author. `args` are what a device has queued: another version of the app may have
 * left fields out.
 */
export type MutationWords<Args = never> = {
  /** The kind of change, in the history of an account: "A message". */
  Label: () => ReactNode
  /** This change, in the outbox: the text of the message. */
  Description: (props: { args: Partial<Args> }) => ReactNode
  area: MutationArea<Args>
  /** The text that the outbox offers to copy. */
  textToCopy?: (args: Partial<Args>) => string
  edit?: MutationEdit<Args>
}

/** The part of the app that a mutation belongs to. The outbox lists waiting mutations by lane, under its heading. */
export type MutationArea<Args = never> = {
  /** Gets the arguments of the first mutation of the lane. */
  Heading: (props: { args: Partial<Args> }) => ReactNode
  /** Lanes of one group stand together under one heading. Without it each lane has a heading of its own. */
  group?: string
  /** Describes all of a lane, such as a post with its photos. The outbox shows one card, and its mutations on demand. */
  Whole?: ((props: { records: readonly OutboxRecord[] }) => ReactNode) | undefined
}

export type MutationEdit<Args = never> = {
  /** The states in which a queued mutation can be edited. */
  states: readonly OutboxRecord['state'][]
  /** The button stays, disabled, in other states that pass by themselves. */
  isAlwaysShown?: boolean
  /** Goes to the screen where the change can be edited. */
  open: (args: Partial<Args>, context: EditContext) => Promise<void>
}

export type EditContext = {
  record: OutboxRecord
  sync: Sync
  isCreator: boolean
  navigate: UseNavigateResult<string>
}

/** Complete by type: a mutation without words does not compile. */
export type AllMutationWords = { readonly [Name in MutationName]: MutationWords<ArgsOf<Name>> }

/** The same table for code that has a name from an outbox or from the server. */
export type MutationWordsByName = Readonly<Record<string, MutationWords>>

/** Undefined for a mutation that this version of the app does not know. */
export function wordsOf(words: MutationWordsByName, name: string): MutationWords | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

/** The arguments of a queued mutation, for the words of its name. */
export function queuedArgs({ args }: Pick<OutboxRecord, 'args'>): never {
  return (args ?? {}) as never
}
