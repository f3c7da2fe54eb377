import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRecording } from './start-recording.ts'

class Recorder extends EventTarget {
  static isTypeSupported = (type: string) => type === 'audio/mp4'
  state = 'inactive'
  mimeType: string
  constructor(_stream: unknown, { mimeType = '' }: { mimeType?: string }) {
    super()
    this.mimeType = mimeType
  }
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    queueMicrotask(() => {
      this.dispatchEvent(
        Object.assign(new Event('dataavailable'), { data: new Blob(['sound'], { type: this.mimeType }) }),
      )
      this.dispatchEvent(new Event('stop'))
    })
  }
}

const stop = vi.fn()

beforeEach(() => {
  vi.stubGlobal('MediaRecorder', Recorder)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  stop.mockClear()
})

test('a recording is a file in the form that this browser has, and lets go of the microphone', async () => {
  const recording = await startRecording()
  expect(stop).not.toHaveBeenCalled()
  const file = await recording.stop()
  expect([file.name, file.type, await file.text()]).toEqual(['voice.m4a', 'audio/mp4', 'sound'])
  expect(stop).toHaveBeenCalledOnce()
})

test('one that is cancelled lets go of the microphone as well', async () => {
  const recording = await startRecording()
  recording.cancel()
  expect(stop).toHaveBeenCalledOnce()
})

test('a browser that cannot record lets go of the microphone', async () => {
  vi.stubGlobal(
    'MediaRecorder',
    class {
      static isTypeSupported = () => false
      constructor() {
        throw new DOMException('no', 'NotSupportedError')
      }
    },
  )
  await expect(startRecording()).rejects.toThrow('no')
  expect(stop).toHaveBeenCalledOnce()
})
