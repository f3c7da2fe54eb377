import type { Card } from '@vesper/sync/vesper/api/cards.ts'

/** A card as its owner knows it: Visa ···· 4242. */
export function nameOfCard({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ···· ${last4}`
}
