import * as v from 'valibot'
import type { Model } from '../engine/model.ts'
import type { Mutation } from '../engine/mutation.ts'
import { addItem, listModel } from './list-model.ts'

/** Which version of the app a tab runs. */
export type App = 'first' | 'next'

type OldAddArgs = v.InferOutput<typeof addItem.args>

const AddArgs = v.object({ ...v.omit(addItem.args, ['text']).entries, words: v.string() })

const addWords: Mutation<v.InferOutput<typeof AddArgs>> = {
  name: 'item.add',
  class: 'queue',
  args: AddArgs,
  lane: (args) => `l:${args.listId}`,
  optimistic: (tx, { words, ...args }, context) => addItem.optimistic(tx, { ...args, text: words }, context),
}

/** The app of lists one version later: what an item says is called `words`. */
export const nextListModel = {
  ...listModel,
  schema: 2,
  mutations: { ...listModel.mutations, 'item.add': addWords },
  readArguments: ({ name, args, schema }) => ({ args: name === 'item.add' && schema === 1 ? asWords(args) : args }),
  files: (_name: string, args: unknown) => (args as { files?: string[] }).files ?? [],
} satisfies Model

/** The text of an item, from either app. */
export function wordsOf(args: unknown, schema: number): string {
  const { text = '', words = '' } = args as Record<string, string | undefined>
  return schema === 1 ? text : words
}

/** The arguments of `item.add` as a tab of `app` takes them. */
export function addArgsOf(app: App, args: OldAddArgs): OldAddArgs {
  return app === 'first' ? args : (asWords(args) as OldAddArgs)
}

function asWords(args: unknown): unknown {
  const { text, ...rest } = args as OldAddArgs
  return { ...rest, words: text }
}
