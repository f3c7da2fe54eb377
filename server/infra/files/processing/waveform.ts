import { WAVEFORM_PEAKS } from '@vesper/sync/vesper/records/file.ts'

/** A window is short enough for sounds of a second. */
const WINDOW_MS = 10
const LOUDEST = 32_768

export type Waveform = { peaks: number[]; durationMs: number }

/** Reads the peaks of a sound from its samples of 16 bits, which come in pieces of any length. */
export function createWaveform(rate: number): { add: (bytes: Buffer) => void; end: () => Waveform } {
  const perWindow = Math.round((rate * WINDOW_MS) / 1000)
  const windows: number[] = []
  let rest: Buffer = Buffer.alloc(0)
  let [samples, peak] = [0, 0]
  return {
    add(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      for (let at = 0; at + 1 < all.length; at += 2) {
        peak = Math.max(peak, Math.abs(all.readInt16LE(at)))
        samples += 1
        if (samples % perWindow !== 0) continue
        windows.push(peak)
        peak = 0
      }
      rest = all.subarray(all.length - (all.length % 2))
    },
    end() {
      if (samples % perWindow !== 0) windows.push(peak)
      const peaks = Array.from({ length: WAVEFORM_PEAKS }, (_value, index) => loudest(windows, index))
      return { peaks, durationMs: Math.round((samples * 1000) / rate) }
    },
  }
}

/** The loudest window of one of the equal parts of a sound, in percent. */
function loudest(windows: readonly number[], part: number): number {
  const from = Math.floor((part * windows.length) / WAVEFORM_PEAKS)
  const to = Math.max(from + 1, Math.floor(((part + 1) * windows.length) / WAVEFORM_PEAKS))
  let most = 0
  for (let index = from; index < Math.min(to, windows.length); index += 1) most = Math.max(most, windows[index] ?? 0)
  return Math.round((100 * most) / LOUDEST)
}
