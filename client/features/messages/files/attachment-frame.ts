import type { Shape } from '../../../core/media/upload-previews.ts'

const LARGEST = 320
/** In the bubble it is as wide in rem, so that the time below has room at any size of text. */
const SMALLEST = 160

/** How a single picture or video stands in a bubble (CSS pixels): its own shape, within bounds, known before it loads. */
export function attachmentFrame(shape: Shape | undefined): { width: number; height: number } {
  const { width, height } = shape ?? {}
  if (!width || !height) return { width: LARGEST, height: (LARGEST * 3) / 4 }
  const scale = Math.min(LARGEST / width, (LARGEST * 1.15) / height, 1)
  return {
    width: Math.round(Math.max(SMALLEST, width * scale)),
    height: Math.round(Math.max(SMALLEST / 1.5, height * scale)),
  }
}

/** Several files stand two in a row; of an odd number the first has a row of its own. */
export const gridClass = 'grid w-80 max-w-full grid-cols-2 gap-0.5'

export function tileClass(index: number, count: number): string {
  return count % 2 === 1 && index === 0 ? 'col-span-2 aspect-[16/10]' : 'aspect-square'
}
