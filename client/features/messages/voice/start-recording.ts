/** The longest voice message (ms). */
export const VOICE_MAX_MS = 5 * 60_000

/** The forms in which browsers record, the best first. */
const FORMS = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

/** A recording under way. */
export type Recording = {
  /** Ends it; resolves to the sound. */
  stop: () => Promise<File>
  /** Ends it and keeps nothing. */
  cancel: () => void
}

/** Begins to record what the microphone hears. Rejects as `getUserMedia` does, where there is none or it is not allowed. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    const mimeType = FORMS.find((form) => MediaRecorder.isTypeSupported(form))
    const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 48_000 })
    return begin(recorder, release)
  } catch (error) {
    release()
    throw error
  }
}

function begin(recorder: MediaRecorder, release: () => void): Recording {
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.start()
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop()
    release()
  }
  return {
    async stop() {
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
      const isOver = recorder.state === 'inactive'
      end()
      if (!isOver) await stopped
      return asFile(parts, recorder.mimeType)
    },
    cancel: end,
  }
}

function asFile(parts: Blob[], mimeType: string): File {
  const type = mimeType || (parts[0]?.type ?? 'audio/webm')
  const extension = /mp4/.test(type) ? 'm4a' : /ogg/.test(type) ? 'ogg' : 'webm'
  return new File(parts, `voice.${extension}`, { type })
}
