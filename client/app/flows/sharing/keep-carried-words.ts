import { v7 } from 'uuid'
import { signedInUser } from '../../../core/session/session.ts'
import type { ShareFailure } from '../../../core/storage/share-failures.ts'
import { keepSharedItem } from '../../../core/storage/shared-items.ts'

/** The words in the part of an address behind `#`; null without any. */
export function wordsIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')).get('text') || null
}

/** Keeps words that the server has led here on this device, for the account that is signed in, or for whoever signs in next. */
export async function keepCarriedWords(text: string): Promise<{ item: string } | { failed: ShareFailure }> {
  const id = v7()
  const item = { id, account: signedInUser()?._id ?? null, at: Date.now(), text, files: [] }
  try {
    return (await keepSharedItem(item)) ? { item: id } : { failed: 'waiting' }
  } catch (error) {
    console.warn('Shared words could not be kept', error)
    return { failed: 'storage' }
  }
}
