/** The colours of a picture that is not there yet, from its base64 thumbhash, by CSS alone: nothing is drawn. */
export function Placeholder({ hash }: { hash: string }) {
  return <span aria-hidden="true" className="absolute inset-0" style={{ background: gradientOf(hash) }} />
}

/** The average colour of a thumbhash, from its darker side to its brighter one. Undefined for a hash that cannot be read. */
export function gradientOf(hash: string): string | undefined {
  let bytes: number[]
  try {
    bytes = Array.from(atob(hash), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  if (bytes.length < 8) return undefined
  const light = (a & 63) / 63
  const yellow = ((a >> 6) | ((b & 15) << 2)) / 31.5 - 1
  const red = ((b >> 4) | ((c & 3) << 4)) / 31.5 - 1
  const scale = ((c >> 2) & 31) / 31
  const hasAlpha = c >> 7
  const isLandscape = (bytes[4] ?? 0) >> 7
  const across = Math.max(3, isLandscape ? (hasAlpha ? 5 : 7) : d & 7)
  // The two slowest waves of its light: from side to side, and from top to bottom.
  const wave = (index: number) => {
    const pair = bytes[(hasAlpha ? 6 : 5) + (index >> 1)] ?? 0
    return (((index & 1 ? pair >> 4 : pair) & 15) / 7.5 - 1) * scale
  }
  const [x, y] = [wave(0), wave(across - 1)]
  const swing = Math.hypot(x, y)
  const colour = (brightness: number) => {
    const blue = brightness - (2 / 3) * yellow
    const full = (3 * brightness - blue + red) / 2
    return `rgb(${[full, full - red, blue].map((part) => Math.round(255 * Math.min(1, Math.max(0, part)))).join(' ')})`
  }
  const angle = Math.round((Math.atan2(-x, y) * 180) / Math.PI)
  return `linear-gradient(${angle}deg, ${colour(light - swing)}, ${colour(light + swing)})`
}
