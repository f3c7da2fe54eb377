// @vitest-environment happy-dom
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { prepareImage } from './prepare-image.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('transparent pixels become white where no type with transparency can be written', async () => {
  const painted = canvasThatWrites(['image/jpeg', 'image/png'])
  const { bytes } = await prepareImage(new Blob())
  expect(bytes.type).toBe('image/jpeg')
  expect(painted).toEqual(['the photo', '#fff destination-over 0,0,4,3'])
})

test('transparent pixels stay so where a type can hold them', async () => {
  const painted = canvasThatWrites(['image/webp', 'image/jpeg', 'image/png'])
  const { bytes } = await prepareImage(new Blob())
  expect(bytes.type).toBe('image/webp')
  expect(painted).toEqual(['the photo'])
})

test('a picture that this browser cannot show is refused', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
  await expect(prepareImage(new Blob())).rejects.toBeInstanceOf(Refusal)
})

/** A browser that writes these types, and PNG instead of any other; answers what was painted, in order. */
function canvasThatWrites(types: readonly string[]): string[] {
  const painted: string[] = []
  const context = {
    fillStyle: '#000',
    globalCompositeOperation: 'source-over',
    drawImage: () => painted.push('the photo'),
    fillRect(...area: number[]) {
      painted.push(`${this.fillStyle} ${this.globalCompositeOperation} ${area.join()}`)
    },
  }
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => Object.assign(context, { canvas }),
    toBlob: (tell: (blob: Blob) => void, type: string) =>
      tell(new Blob([], { type: types.includes(type) ? type : 'image/png' })),
  }
  vi.spyOn(document, 'createElement').mockReturnValue(canvas as unknown as HTMLElement)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => {} }))
  return painted
}
