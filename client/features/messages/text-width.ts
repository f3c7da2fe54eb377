/** How wide a text is (CSS pixels), on one line. */
export type TextWidth = (text: string) => number

const SIZE = 16
const USUAL = 8
/** So many widths are kept: some hundred are those of a language with an alphabet. */
const MOST_KNOWN = 20_000

const known = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null | undefined

/** In the font of the app at 16 px, from what each character takes up before the next one. */
export const textWidth: TextWidth = (text) => {
  let width = 0
  let before = ''
  for (const character of text) {
    if (before) width += widthOf(before + character) - widthOf(character)
    before = character
  }
  return width + widthOf(before)
}

/** Of one character or two. */
function widthOf(characters: string): number {
  let width = known.get(characters)
  if (width !== undefined) return width
  if (canvas === undefined) canvas = openCanvas()
  width = canvas?.measureText(characters).width ?? USUAL * characters.length
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(characters, width)
  return width
}

function openCanvas(): CanvasRenderingContext2D | null {
  const opened = document.createElement('canvas').getContext('2d')
  if (!opened) return null
  const setFont = () => {
    opened.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`
    known.clear()
  }
  setFont()
  // Until the font is there another one stands for it.
  document.fonts.addEventListener('loadingdone', setFont)
  return opened
}
