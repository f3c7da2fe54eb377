import type { ArtPalette } from '../art/palette.ts'

/** Backgrounds, clothes and hair of those who have no colours of their own. */
export const fanPalettes: readonly [ArtPalette, ...ArtPalette[]] = [
  ['#1d2b3a', '#3a5a7a', '#7fa3c7', '#e3edf5', '#e8a15c', '#c9586a'],
  ['#2c1d33', '#6a3f78', '#b38ac2', '#f1e6f4', '#f0b35a', '#4fa39a'],
  ['#16302a', '#2f6b57', '#7db89c', '#e6f3ea', '#e5785a', '#d8b24a'],
  ['#3a1e1c', '#8a453c', '#d08f78', '#fae9df', '#5a8fb0', '#e0b04f'],
  ['#2a2a1c', '#6b6a3a', '#b5b276', '#f3f1dc', '#b0564a', '#4f7f8f'],
  ['#101d33', '#2b4a86', '#6f95d1', '#dfeafa', '#f2c14e', '#e0658a'],
  ['#33202a', '#8a3f5f', '#d884a4', '#fce7ee', '#4d9a8a', '#e9a857'],
  ['#222222', '#555b60', '#a1a8ad', '#eff1f2', '#d9744a', '#5a9bb8'],
]
