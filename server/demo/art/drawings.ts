import { contact } from './contact.ts'
import { contours } from './contours.ts'
import { face } from './face.ts'
import { landscape } from './landscape.ts'
import { leaf } from './leaf.ts'
import { loaf } from './loaf.ts'
import { moth } from './moth.ts'
import type { Motif } from './motifs.ts'
import { plate } from './plate.ts'
import { pot } from './pot.ts'
import { steps } from './steps.ts'
import { strings } from './strings.ts'
import type { Draw } from './svg.ts'
import { tiles } from './tiles.ts'
import { vinyl } from './vinyl.ts'
import { wall } from './wall.ts'
import { windows } from './windows.ts'

/** How each motif is drawn. */
export const drawings: Readonly<Record<Motif, Draw>> = {
  ...{ landscape, contact, loaf, plate, strings, vinyl, pot, wall },
  ...{ moth, leaf, tiles, contours, windows, steps, face },
}
