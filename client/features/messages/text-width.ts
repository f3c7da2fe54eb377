/** How wide a text is (CSS pixels), on one line. */
export type TextWidth = (text: string) => number

const SIZE = 16
const USUAL = 8

const known = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null | undefined

/** In the font of the app at 16 px, from what each character takes up before the next one. */
export const textWidth: TextWidth = (text) => {
  let width = 0
  let before = ''
  for (const character of text) {
    if (before) width += measured(before + character) - measured(character)
    before = character
  }
  return width + measured(before)
}

/** Of one character or two. */
function measured(characters: string): number {
  const found = known.get(characters)
  if (found !== undefined) return found
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return USUAL * characters.length
  canvas.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`
  const { width } = canvas.measureText(characters)
  // Until the font is there another one stands for it.
  if (document.fonts.check(canvas.font, characters)) known.set(characters, width)
  return width
}
