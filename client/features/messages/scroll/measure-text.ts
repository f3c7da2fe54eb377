/** How wide a text is (CSS pixels), on one line. */
export type TextWidth = (text: string) => number

const SIZE = 16
const USUAL = 8
/** So many widths are kept: those of the words that a language is mostly made of. */
const MOST_KNOWN = 20_000

const known = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null | undefined

/** In the font of the app at 16 px. Meant for a word at a time: most of them come again. */
export const textWidth: TextWidth = (text) => {
  let width = known.get(text)
  if (width !== undefined) return width
  if (canvas === undefined) canvas = openCanvas()
  width = canvas?.measureText(text).width ?? USUAL * text.length
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, width)
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
