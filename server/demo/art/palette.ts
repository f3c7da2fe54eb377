/** Six colours of one hand, as `#rrggbb`: from the darkest to the lightest, then two accents. */
export type ArtPalette = readonly [
  dark: string,
  deep: string,
  mid: string,
  light: string,
  accent: string,
  second: string,
]

type Rgb = readonly [number, number, number]

/** A colour between two, `share` of the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)]
  return hexOf([0, 1, 2].map((n) => (a[n] ?? 0) + ((b[n] ?? 0) - (a[n] ?? 0)) * share))
}

/** A colour made lighter (above 0) or darker (below 0), by a share of the way to white or black. */
export function shade(colour: string, by: number): string {
  return mix(colour, by < 0 ? '#000000' : '#ffffff', Math.abs(by))
}

/** Red, green and blue from 0 to 255. */
export function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function hexOf(channels: readonly number[]): string {
  const digits = channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel))).toString(16))
  return `#${digits.map((each) => each.padStart(2, '0')).join('')}`
}
