import type { Product } from '../../domains/content/products/entity.ts'
import type { Palette } from './artwork.ts'

/** Something that a creator of the demo sells; no two have the same name. */
export type DemoProduct = Pick<Product, 'name' | 'description' | 'price' | 'type'> & {
  creator: string
  stock: number | null
  motif: Palette['motif']
}

export const demoProducts: readonly DemoProduct[] = [
  {
    creator: 'creator1',
    name: 'Fog over Abisko, print',
    description: '30 × 40 cm on matte paper, signed on the back. One of forty.',
    ...{ type: 'physical', price: 480, stock: 12, motif: 'hills' },
  },
  {
    creator: 'creator1',
    name: 'Contact sheets, zine no. 4',
    description: '48 pages of what almost worked, with notes in the margins.',
    ...{ type: 'physical', price: 150, stock: 30, motif: 'moon' },
  },
  {
    creator: 'creator1',
    name: 'Darkroom notes',
    description: 'My recipes for developer and paper, as a PDF.',
    ...{ type: 'digital', price: 60, stock: null, motif: 'waves' },
  },
  {
    creator: 'creator1',
    name: 'Calendar of bad weather',
    description: 'Twelve storms, one a month.',
    ...{ type: 'physical', price: 220, stock: 0, motif: 'sun' },
  },
  {
    creator: 'creator2',
    name: 'Starter in a jar',
    description: 'Alive, nine years old, answers to Amélia. Ships on Mondays.',
    ...{ type: 'physical', price: 90, stock: 2, motif: 'sun' },
  },
  {
    creator: 'creator2',
    name: 'Linen bread bag',
    description: 'Keeps a loaf for four days. Woven in Guimarães.',
    ...{ type: 'physical', price: 140, stock: 25, motif: 'waves' },
  },
  {
    creator: 'creator2',
    name: 'Sourdough without fear, the book',
    description: 'Sixty recipes and every failure on the way, as an e-book.',
    ...{ type: 'digital', price: 110, stock: null, motif: 'moon' },
  },
  {
    creator: 'creator3',
    name: 'Low Tide, signed CD',
    description: 'Eight pieces for cello and harbour, recorded in one night.',
    ...{ type: 'physical', price: 160, stock: 8, motif: 'waves' },
  },
  {
    creator: 'creator3',
    name: 'Three Sketches, score',
    description: 'For cello solo, grade 6 and up. PDF with bowings.',
    ...{ type: 'digital', price: 80, stock: null, motif: 'moon' },
  },
]

/** The lines of the demo's carts; `priceSeen` is the price at the time of adding. */
export const demoCart = [
  { fan: 'fan1', product: 'Contact sheets, zine no. 4', quantity: 1, priceSeen: 120 },
  { fan: 'fan1', product: 'Starter in a jar', quantity: 3, priceSeen: 90 },
  { fan: 'fan1', product: 'Darkroom notes', quantity: 1, priceSeen: 60 },
] as const
