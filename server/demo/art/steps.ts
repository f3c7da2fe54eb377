import { mix, shade } from './palette.ts'
import { fill, gradient, px, repeat } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

/** Angles in degrees: of the back from upright, of arms and legs from hanging straight down. */
type Pose = {
  back: number
  arms: readonly [number, number]
  elbows: number
  legs: readonly [number, number]
  knees: number
}

/** From the first picture of a movement to its last. */
const moves: readonly [readonly [Pose, Pose], ...(readonly [Pose, Pose])[]] = [
  [
    { back: 0, arms: [8, -8], elbows: 5, legs: [4, -4], knees: 0 },
    { back: 2, arms: [172, -172], elbows: 4, legs: [6, -6], knees: 0 },
  ],
  [
    { back: 0, arms: [10, -10], elbows: 10, legs: [5, -5], knees: 0 },
    { back: 34, arms: [84, 70], elbows: 0, legs: [68, 58], knees: 96 },
  ],
  [
    { back: 0, arms: [20, -20], elbows: 20, legs: [3, -3], knees: 0 },
    { back: 92, arms: [10, -8], elbows: 0, legs: [-4, -8], knees: 0 },
  ],
  [
    { back: 0, arms: [12, -12], elbows: 0, legs: [4, -4], knees: 0 },
    { back: -6, arms: [96, -96], elbows: 0, legs: [56, -50], knees: 30 },
  ],
  [
    { back: 0, arms: [30, -30], elbows: 60, legs: [2, -2], knees: 0 },
    { back: 4, arms: [140, -60], elbows: 30, legs: [88, -2], knees: 84 },
  ],
]

/** Five figures of one movement side by side on a bright floor, the arc of the hand behind them. */
export function steps(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, mid, light, accent, second] = palette
  const [from, to] = random.pick(moves)
  const count = width > height ? 5 : height > width ? 3 : 4
  const wallColour = random.pick([light, mix(light, mid, 0.5), mix(light, second, 0.35), mix(light, accent, 0.3)])
  const floor = height * random.in(0.8, 0.86)
  const tall = Math.min(height * 0.56, (width / count) * 1.9)
  const shirt = random.pick([accent, second, deep])
  const skin = random.pick(['#8d5a3b', '#c68b5f', '#e0ac84', '#5f3a26'])
  const figures = Array.from({ length: count }, (_, n) => {
    const share = n / (count - 1)
    const x = (width / count) * (n + 0.5)
    const strength = 0.3 + 0.7 * share
    return figure(between(from, to, share), {
      x,
      y: floor,
      tall,
      shirt: mix(wallColour, shirt, strength),
      skin: mix(wallColour, skin, strength),
      dark: mix(wallColour, dark, strength),
    })
  })
  return `<defs>${gradient('wall', [shade(wallColour, 0.2), wallColour, shade(wallColour, -0.12)])}${gradient('floor', [mix(wallColour, mid, 0.6), mix(wallColour, deep, 0.6)])}</defs>
${fill('url(#wall)')}${room(canvas, floor)}<rect x="-10%" y="${px(floor)}" width="120%" height="60%" fill="url(#floor)"/>
<path d="M${px(width * 0.06)} ${px(floor - tall * 0.3)}Q${px(width * 0.5)} ${px(floor - tall * 1.75)} ${px(width * 0.94)} ${px(floor - tall * 0.9)}" fill="none" stroke="${shirt}" stroke-width="${px(height / 130)}" stroke-dasharray="${px(height / 60)} ${px(height / 40)}" stroke-linecap="round" opacity=".55"/>
${figures.join('')}`
}

function between(a: Pose, b: Pose, share: number): Pose {
  const at = (x: number, y: number) => x + (y - x) * share
  return {
    ...{ back: at(a.back, b.back), elbows: at(a.elbows, b.elbows), knees: at(a.knees, b.knees) },
    arms: [at(a.arms[0], b.arms[0]), at(a.arms[1], b.arms[1])],
    legs: [at(a.legs[0], b.legs[0]), at(a.legs[1], b.legs[1])],
  }
}

type Look = { x: number; y: number; tall: number; shirt: string; skin: string; dark: string }

function figure(pose: Pose, { x, y, tall, shirt, skin, dark }: Look): string {
  const limb = tall * 0.235
  const leg = (angle: number): readonly [Point, Point] => {
    const knee = turned([0, 0], angle, limb)
    return [knee, turned(knee, angle - pose.knees, limb)]
  }
  const legs = pose.legs.map(leg)
  // The hip hangs where the lower foot stands on the floor.
  const drop = Math.max(...legs.map(([, foot]) => foot[1]))
  const shoulder = turned([0, 0], 180 - pose.back, tall * 0.3)
  const head = turned(shoulder, 180 - pose.back * 0.9, tall * 0.14)
  const arms = pose.arms.map((angle) => {
    const elbow = turned(shoulder, angle + pose.back * 0.2, limb * 0.8)
    return [elbow, turned(elbow, angle + pose.elbows, limb * 0.74)] as const
  })
  const line = (points: readonly Point[], colour: string, wide: number) =>
    `<polyline points="${points.map(([a, b]) => `${px(a)},${px(b)}`).join(' ')}" stroke="${colour}" stroke-width="${px(tall * wide)}"/>`
  const [back, front] = [arms[1], arms[0]]
  return `<ellipse cx="${px(x + tall * 0.06)}" cy="${px(y + tall * 0.012)}" rx="${px(tall * 0.26)}" ry="${px(tall * 0.03)}" fill="url(#shade)"/>
<g transform="translate(${px(x)} ${px(y - drop - tall * 0.03)})" fill="none" stroke-linecap="round" stroke-linejoin="round">
${back ? line([shoulder, ...back], shade(skin, -0.2), 0.058) : ''}${legs[1] ? line([[0, 0], ...legs[1]], shade(dark, -0.15), 0.085) : ''}${legs[0] ? line([[0, 0], ...legs[0]], dark, 0.088) : ''}
${line([[0, 0], shoulder], shirt, 0.15)}<circle cx="${px(head[0])}" cy="${px(head[1])}" r="${px(tall * 0.075)}" fill="${skin}"/>
<path d="M${px(head[0] - tall * 0.078)} ${px(head[1])}a${px(tall * 0.078)} ${px(tall * 0.078)} 0 0 1 ${px(tall * 0.156)} 0q${px(-tall * 0.08)} ${px(-tall * 0.05)} ${px(-tall * 0.156)} 0" fill="${shade(dark, -0.4)}"/>
${front ? line([shoulder, ...front], skin, 0.058) : ''}</g>`
}

/** `angle` 0 is straight down, 90 to the right. */
function turned([x, y]: Point, angle: number, long: number): Point {
  const radians = (angle * Math.PI) / 180
  return [x + Math.sin(radians) * long, y + Math.cos(radians) * long]
}

/** A window, a plant or a chair against the wall. */
function room({ random, palette, width, height }: Canvas, floor: number): string {
  const [dark, deep, mid, light, , second] = palette
  const x = width * random.in(0.05, 0.7)
  const pane = `<g opacity=".75"><rect x="${px(x)}" y="${px(height * 0.08)}" width="${px(width * 0.24)}" height="${px(height * 0.34)}" fill="${shade(light, 0.6)}"/>
<path d="M${px(x + width * 0.12)} ${px(height * 0.08)}v${px(height * 0.34)}M${px(x)} ${px(height * 0.25)}h${px(width * 0.24)}" stroke="${mix(mid, light, 0.4)}" stroke-width="${px(width / 160)}"/></g>`
  const leaves = repeat(
    7,
    (n) =>
      `<ellipse transform="translate(${px(width * 0.93)} ${px(floor - height * 0.12)}) rotate(${px(-75 + n * 25)})" cy="${px(-height * 0.12)}" rx="${px(height * 0.022)}" ry="${px(height * 0.12)}" fill="${mix(second, deep, 0.2 + (n % 3) * 0.15)}"/>`,
  )
  const plant = `${leaves}<path d="M${px(width * 0.9)} ${px(floor - height * 0.13)}h${px(width * 0.06)}l${px(-width * 0.01)} ${px(height * 0.14)}h${px(-width * 0.04)}Z" fill="${mix(dark, mid, 0.4)}"/>`
  return `${random.chance(0.6) ? pane : ''}${random.chance(0.5) ? plant : ''}`
}
