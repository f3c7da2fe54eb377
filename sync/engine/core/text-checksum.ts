/** 2^52: two of them add up exactly. */
const MODULUS = 4_503_599_627_370_496

/** A sum over texts, in whatever order they come: the same for the same ones, and by chance alone for others. */
export function textChecksumOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => (sum + hashOf(text)) % MODULUS, 0)
}

/** A checksum without the texts of another. */
export function checksumWithout(sum: number, other: number): number {
  return (sum - other + MODULUS) % MODULUS
}

/** 52 bits in two lanes of FNV-1a, the second over the text backwards. Against chance: nobody gains by a text that collides. */
export function hashOf(text: string): number {
  let [forth, back] = [0x811c9dc5, 0x811c9dc5]
  for (let index = 0; index < text.length; index += 1) {
    forth = Math.imul(forth ^ text.charCodeAt(index), 0x01000193)
    back = Math.imul(back ^ text.charCodeAt(text.length - 1 - index), 0x01000193)
  }
  return (forth >>> 0) * 0x100000 + ((back >>> 0) & 0xfffff)
}
