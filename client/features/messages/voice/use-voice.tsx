import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { VoiceButton } from './voice-button.tsx'

const VoiceRecorder = lazyAgain(async () => (await import('./voice-recorder.tsx')).VoiceRecorder)

/** The button that begins a voice message, and the recorder while there is one, which attaches what it has recorded. */
export function useVoice(attach: (files: Iterable<File>) => void): { button: ReactNode; recorder: ReactNode } {
  const [isRecording, setRecording] = useState(false)
  if (!isRecording) return { button: <VoiceButton onPress={() => setRecording(true)} />, recorder: null }
  const recorder = (
    <Suspense fallback={null}>
      <VoiceRecorder onDone={(file) => attach([file])} onClose={() => setRecording(false)} />
    </Suspense>
  )
  return { button: null, recorder }
}
