/** Three colours of the sky from top to bottom, three of the ground from far to near. */
export type Palette = {
  motif: 'hills' | 'sun' | 'waves' | 'moon'
  sky: readonly [string, string, string]
  ground: readonly [string, string, string]
}

/** A small evening landscape as SVG: every one the same family, every palette its own place. Sizes in pixels. */
export function landscape(
  { motif, sky, ground }: Palette,
  { width, height }: { width: number; height: number },
): string {
  const stops = sky.map((colour, n) => `<stop offset="${n * 50}%" stop-color="${colour}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient></defs>
<rect width="100%" height="100%" fill="url(#sky)"/>
${light(motif, sky[2], { width, height })}
${ground.map((colour, n) => ridge(colour, { width, height, layer: n, motif })).join('\n')}
${star(width * 0.78, height * 0.2, Math.min(width, height) * 0.045)}
</svg>`
}

type Size = { width: number; height: number }

function light(motif: Palette['motif'], colour: string, { width, height }: Size): string {
  const [x, y, r] = [width * 0.42, height * (motif === 'moon' ? 0.36 : 0.52), Math.min(width, height) * 0.2]
  if (motif === 'hills') return ''
  if (motif === 'waves') {
    const rings = [1, 1.5, 2, 2.5].map((step) => `<circle cx="${x}" cy="${y}" r="${r * step}"/>`).join('')
    return `<g fill="none" stroke="${colour}" stroke-opacity=".35" stroke-width="${r * 0.06}">${rings}</g>`
  }
  const disc = `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`
  if (motif === 'sun') return disc
  return `<mask id="crescent"><rect width="100%" height="100%" fill="#fff"/>
<circle cx="${x + r * 0.45}" cy="${y - r * 0.25}" r="${r * 0.85}" fill="#000"/></mask>
<g mask="url(#crescent)">${disc}</g>`
}

/** One line of hills or waves; a nearer layer is lower and moves in longer steps. */
function ridge(
  colour: string,
  { width, height, layer, motif }: Size & { layer: number; motif: Palette['motif'] },
): string {
  const base = height * (0.62 + layer * 0.12)
  const rise = height * (motif === 'waves' ? 0.03 : 0.09)
  const turns = motif === 'waves' ? 5 - layer : 2.2 - layer * 0.4
  const points = Array.from({ length: 61 }, (_, n) => {
    const t = n / 60
    const y = base + rise * (Math.sin(t * turns * 2 * Math.PI + layer * 1.9) + 0.4 * Math.sin(t * turns * 5 + layer))
    return `${(t * width).toFixed(1)},${y.toFixed(1)}`
  })
  return `<polygon fill="${colour}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`
}

/** The evening star: four rays. */
function star(x: number, y: number, r: number): string {
  const inner = r * 0.22
  const points = Array.from({ length: 8 }, (_, n) => {
    const [angle, length] = [(n * Math.PI) / 4, n % 2 === 0 ? r : inner]
    return `${(x + length * Math.sin(angle)).toFixed(1)},${(y - length * Math.cos(angle)).toFixed(1)}`
  })
  return `<polygon fill="#fff" fill-opacity=".92" points="${points.join(' ')}"/>`
}
