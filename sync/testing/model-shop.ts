import * as v from 'valibot'
import { assertAgreed } from '../engine/assert-agreed.ts'
import { Refusal } from '../engine/protocol/refusal.ts'
import { BuyArgs, listModel } from './list-model.ts'

/** The price of an item until it changes. */
export const PRICE = 5

/** The prices of a model server's items. */
export class ModelShop {
  readonly #prices = new Map<string, number>()

  setPrice(itemId: string, price: number): void {
    this.#prices.set(itemId, price)
  }

  /** Why an item cannot be bought as it was agreed; null when it can. */
  refusalOf(args: unknown): Refusal | null {
    const bought = v.parse(BuyArgs, args)
    try {
      assertAgreed(listModel.mutations['item.buy'].agreed(bought), { price: this.#prices.get(bought._id) ?? PRICE })
      return null
    } catch (cause) {
      if (cause instanceof Refusal) return cause
      throw cause
    }
  }
}
