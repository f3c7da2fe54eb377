import { randomInt } from 'node:crypto'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Order } from '../entity.ts'

/** Letters and digits that nobody mistakes for another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

/** A number for people that no order has. It tells nothing of how many there are. */
export async function newOrderNumber(tx: Tx): Promise<string> {
  for (;;) {
    const number = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if ((await tx.em.count(Order, { number })) === 0) return number
  }
}
