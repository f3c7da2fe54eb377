import type { Address } from '@vesper/sync/vesper/records/address.ts'

/** The default first, then the one that was changed last. Two devices may have chosen one each: the later choice is shown. */
export function inOrder(addresses: readonly Address[]): Address[] {
  const latest = addresses.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const chosen = latest.find(({ isDefault }) => isDefault)
  const rest = latest.filter((address) => address !== chosen).map((address) => ({ ...address, isDefault: false }))
  return chosen ? [chosen, ...rest] : rest
}

/** The fields that stand on a label, of an address or of an order's copy. */
type Place = Pick<Address, 'line1' | 'line2' | 'postal' | 'city' | 'state'>

/** The lines of a label. `countryName` is in the language that is shown. */
export function addressLines(address: Place, countryName: string): string[] {
  const { line1, line2, postal, city, state } = address
  const place = [postal, city].filter(Boolean).join(' ')
  return [line1, line2, [place, state].filter(Boolean).join(', '), countryName].filter(Boolean)
}
