import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import type { AnyMutation } from './model.ts'
import type { Mutation } from './mutation.ts'

const Args = v.object({ tokens: v.number() })
type Tip = Mutation<v.InferOutput<typeof Args>>
const rest = { name: 'tip', args: Args, lane: () => 'tips', optimistic: async () => {} } as const
const terms = { lapsesAfterMs: 1, agreed: ({ tokens }: { tokens: number }) => ({ tokens }) }

test('[MONEY-1] the types take a mutation that moves money as `online` only', () => {
  const declared: Tip[] = [
    { ...rest, class: 'online', movesMoney: true, lapsesAfterMs: 1, agreed: ({ tokens }) => ({ tokens }) },
    { ...rest, class: 'online' },
    { ...rest, class: 'queue' },
    // @ts-expect-error money that waits
    { ...rest, ...terms, class: 'queue', movesMoney: true },
    // @ts-expect-error money in a draft
    { ...rest, ...terms, class: 'draft', movesMoney: true },
    // @ts-expect-error [MONEY-2] money that never lapses
    { ...rest, class: 'online', movesMoney: true, agreed: terms.agreed },
    // @ts-expect-error [MONEY-3] money that nobody has agreed to
    { ...rest, class: 'online', movesMoney: true, lapsesAfterMs: 1 },
  ]
  expect(declared).toHaveLength(7)
})

test('[MONEY-1] nor does the engine take one from a model', () => {
  type Money = Extract<AnyMutation, { movesMoney: true }>
  expectTypeOf<Money['class']>().toEqualTypeOf<'online'>()
  expectTypeOf<{ class: 'queue'; movesMoney: true }>().not.toExtend<Pick<Money, 'class' | 'movesMoney'>>()
})
