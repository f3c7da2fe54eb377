import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import type { AnyMutation } from '../model.ts'
import type { Mutation } from './mutation.ts'

const Args = v.object({ tokens: v.number() })
type Tip = Mutation<v.InferOutput<typeof Args>>
const rest = { name: 'tip', args: Args, lane: () => 'tips', optimistic: async () => {} } as const

test('[MONEY-1] the types take a mutation that moves money as `online` only', () => {
  const declared: Tip[] = [
    { ...rest, class: 'online', movesMoney: true },
    { ...rest, class: 'online' },
    { ...rest, class: 'queue' },
    // @ts-expect-error money that waits
    { ...rest, class: 'queue', movesMoney: true },
    // @ts-expect-error money in a draft
    { ...rest, class: 'draft', movesMoney: true },
  ]
  expect(declared).toHaveLength(5)
})

test('[MONEY-1] nor does the engine take one from a model', () => {
  type Money = Extract<AnyMutation, { movesMoney: true }>
  expectTypeOf<Money['class']>().toEqualTypeOf<'online'>()
  expectTypeOf<{ class: 'queue'; movesMoney: true }>().not.toExtend<Pick<Money, 'class' | 'movesMoney'>>()
})
