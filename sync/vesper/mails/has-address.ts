/** Braces in a line, which stand for a value. */
const BRACES = /\{[^{}\n]*\}/g
const SPACES_AND_BRACES = /[ \u00a0]*\{[^{}\n]*\}/g
/** Mail programs make links of these: `//`, `www.`, names of sites, numbers of machines, and addresses of people. */
const ADDRESS =
  /[/\\]{2}|www[.\u3002]|[\p{L}\p{N}\p{M}_-][.\u3002][\p{L}\p{M}]{2}|\d\.\d+\.\d+\.\d|[\p{L}\p{N}]@[\p{L}\p{N}[]/iu

/**
 * Tells if words hold an address of their own. A value counts as a letter, so that none completes an address, and as nothing,
 * since an empty one goes with the spaces before it.
 */
export function hasAddress(words: string): boolean {
  const cases = [words.replaceAll(BRACES, 'x'), words.replaceAll(SPACES_AND_BRACES, '')]
  return cases.some((one) => ADDRESS.test(one.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')))
}
