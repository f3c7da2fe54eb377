/** CSS pixels, from the middle of the stage. */
export type Point = { x: number; y: number }

/** How a photo lies on its stage: `scale` 1 fits it in; `x` and `y` say where its middle is. */
export type Zoom = Point & { scale: number }

export const noZoom: Zoom = { scale: 1, x: 0, y: 0 }
export const MOST = 4

/** The photo after two fingers went from `from` to `to`: what lay under their middle still does. */
export function pinched(zoom: Zoom, from: readonly [Point, Point], to: readonly [Point, Point]): Zoom {
  const scale = within(zoom.scale * (distance(to) / Math.max(1, distance(from))), 1, MOST)
  const [was, is] = [middle(from), middle(to)]
  const share = scale / zoom.scale
  return { scale, x: is.x - (was.x - zoom.x) * share, y: is.y - (was.y - zoom.y) * share }
}

/** The photo at another scale; what lies at `at` stays there. */
export function scaledAt(zoom: Zoom, to: number, at: Point): Zoom {
  const scale = within(to, 1, MOST)
  const share = scale / zoom.scale
  return { scale, x: at.x - (at.x - zoom.x) * share, y: at.y - (at.y - zoom.y) * share }
}

/** The same, with no more of the stage bare than there would be without a zoom. */
export function bounded({ scale, x, y }: Zoom, stage: { width: number; height: number }): Zoom {
  const room = { x: ((scale - 1) * stage.width) / 2, y: ((scale - 1) * stage.height) / 2 }
  return { scale, x: within(x, -room.x, room.x), y: within(y, -room.y, room.y) }
}

function within(value: number, least: number, most: number): number {
  // Adding zero makes a negative zero a plain one.
  return Math.min(most, Math.max(least, value)) + 0
}

function distance([a, b]: readonly [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
