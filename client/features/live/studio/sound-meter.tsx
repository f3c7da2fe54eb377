import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

const EVERY_MS = 100

/** Shows how loud the microphone is, so that one sees that it hears something. */
export function SoundMeter({ media }: { media: MediaStream }) {
  const { t } = useLingui()
  const level = useLevel(media)
  return (
    <div
      role="meter"
      aria-label={t`Microphone`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={level}
      className="h-2 overflow-hidden rounded-full bg-raised"
    >
      <div className="h-full rounded-full bg-ok-ink transition-[width] duration-100" style={{ width: `${level}%` }} />
    </div>
  )
}

/** 0 to 100. */
function useLevel(media: MediaStream): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (media.getAudioTracks().length === 0) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    context.createMediaStreamSource(media).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
      setLevel(Math.min(100, Math.round(loudest * 140)))
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [media])
  return level
}
